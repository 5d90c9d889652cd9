import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { instanceParams } from "../instances/instance-schemas.ts";
import { budgetView } from "../status/budget-view.ts";
import { feedDetail, feedPage, feedParams, feedQuery, rewindInput, slowestOwnersAnswer } from "./feed-schemas.ts";
import { feedDetailView, feedView } from "./feed-view.ts";
import { feedPosition, listFeeds } from "./list-feeds.ts";
import { slowestOwners } from "./slowest-owners.ts";

const common = { tags: ["Feeds"] };
const answers = { 200: jsonAnswer("The current feed", feedDetail), ...problemAnswers("not-found") };

const list = apiRoute(
  { who: "operator", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/feeds",
    operationId: "listFeeds",
    summary: "List an instance's feeds",
    description:
      "A request reads at most 100 pages of records, so a page can be short or empty even if `more` is true.",
    request: { query: feedQuery },
    responses: { 200: jsonAnswer("A page of results", feedPage), ...problemAnswers("invalid-request", "not-found") },
  },
);

const slowest = apiRoute(
  { who: "operator", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/instances/{name}/slowest-owners",
    operationId: "listSlowestOwners",
    summary: "List the owners that have waited longest for a visit",
    description:
      "Returns up to ten owners: first those whose documents were never completely read, then those that have failed longest or were visited longest ago, and last dormant ones. For an instance with more than 200 owners, Feedhook searches only the part of the schedule that is visited next, so the request takes the same time for any number of owners.",
    request: { params: instanceParams },
    responses: {
      200: jsonAnswer("The owners, longest wait first", slowestOwnersAnswer),
      ...problemAnswers("not-found"),
    },
  },
);

const find = apiRoute(
  { who: "operator", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/feeds/{id}",
    operationId: "getFeed",
    summary: "Retrieve a feed",
    request: { params: feedParams },
    responses: answers,
  },
);

const pause = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/feeds/{id}/pause",
    operationId: "pauseFeed",
    summary: "Pause a feed",
    description: "The feed keeps its position. A visit in progress writes nothing more.",
    request: { params: feedParams },
    responses: answers,
  },
);

const resume = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/feeds/{id}/resume",
    operationId: "resumeFeed",
    summary: "Resume a feed",
    description: "The feed continues from its position at the next tick, even if it was backing off or parked.",
    request: { params: feedParams },
    responses: answers,
  },
);

const rewind = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/feeds/{id}/rewind",
    operationId: "rewindFeed",
    summary: "Rewind a feed",
    description:
      "The next visit reads changes again, from `to` or from the start. Feedhook publishes the changes that it missed, but doesn't publish known records again.",
    request: { params: feedParams, body: jsonBody(rewindInput) },
    responses: { ...answers, ...problemAnswers("invalid-request", "not-found") },
  },
);

const rebaseline = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/feeds/{id}/rebaseline",
    operationId: "rebaselineFeed",
    summary: "Rebaseline a feed",
    description:
      "Reads the feed again, as at its first contact. Records that Feedhook hasn't seen before are published as baseline events if they are older than the instance's registration. Known records keep their history.",
    request: { params: feedParams },
    responses: answers,
  },
);

export function feedRoutes(services: ApiServices): ApiRouter {
  const { cursors, feeds, mirror, instances, plans, pressure, clock, subOwners } = services;
  const router = createRouter();

  const read = async (id: string) => {
    const feed = await feeds.load(id);
    if (feed === undefined) throw RequestError.notFound("This feed");
    return feedDetailView(feed, await plans.load(feed.instance), clock.now());
  };
  const change = async (id: string, make: () => Promise<"changed" | "notFound">) => {
    // Checked first, because an id that isn't a feed's has no kind.
    if ((await feeds.load(id)) === undefined || (await make()) === "notFound") throw RequestError.notFound("This feed");
    return read(id);
  };

  router.openapi(list, async (context) => {
    const { instance, class: wanted, limit, cursor } = context.req.valid("query");
    const after = await cursors.decode(context, cursor, feedPosition);
    const known = await instances.find(instance);
    if (known === undefined) throw RequestError.notFound("This instance");
    const rooms = await instances.roomsOf(instance);
    const { items, next } = await listFeeds(
      { feeds, mirror, subOwners },
      { instance, rooms, class: wanted, after, limit },
    );
    const [plan, pressed] = await Promise.all([plans.load(instance), pressure.of(instance)]);
    const nextCursor = await cursors.encode(context, next);
    return context.json(
      {
        items: items.map((feed) => feedView(feed, plan, clock.now())),
        ...{ more: next !== undefined, nextCursor },
        ...(plan !== undefined && { budget: budgetView(known, plan, pressed) }),
      },
      200,
    );
  });
  router.openapi(slowest, async (context) => {
    const { name } = context.req.valid("param");
    if ((await instances.find(name)) === undefined) throw RequestError.notFound("This instance");
    const plan = await plans.load(name);
    const found = await slowestOwners(services, name, plan, clock.now());
    return context.json({ items: found.map((feed) => feedView(feed, plan, clock.now())) }, 200);
  });
  router.openapi(find, async (context) => context.json(await read(context.req.valid("param").id), 200));
  router.openapi(pause, async (context) => {
    const { id } = context.req.valid("param");
    return context.json(await change(id, () => feeds.pause(id)), 200);
  });
  router.openapi(resume, async (context) => {
    const { id } = context.req.valid("param");
    return context.json(await change(id, () => feeds.resume(id)), 200);
  });
  router.openapi(rewind, async (context) => {
    const { id } = context.req.valid("param");
    const { to } = context.req.valid("json");
    return context.json(await change(id, () => feeds.rewind(id, to === undefined ? {} : { to: Date.parse(to) })), 200);
  });
  router.openapi(rebaseline, async (context) => {
    const { id } = context.req.valid("param");
    return context.json(await change(id, () => feeds.rewind(id, { anew: true })), 200);
  });
  return router;
}
