import { knownInstance } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { endpoint } from "../endpoint.ts";
import { RequestError } from "../http/request-error.ts";
import { instanceParams, rewindInput } from "../instances/instance-schemas.ts";
import { budgetView } from "../status/budget-view.ts";
import {
  feedDetail,
  feedDetailView,
  feedPage,
  feedParams,
  feedQuery,
  feedView,
  slowestOwnersAnswer,
} from "./feed-schemas.ts";
import { feedPosition, listFeeds } from "./list-feeds.ts";
import { slowestOwners } from "./slowest-owners.ts";

const read = { tag: "Feeds", who: "operator", scope: "read" } as const;
const manage = {
  tag: "Feeds",
  who: "operator",
  scope: "manage",
  params: feedParams,
  answers: { 200: ["The current feed", feedDetail] },
} as const;

export const feedRoutes = [
  endpoint("listFeeds", "get", "/v1/feeds", {
    ...read,
    summary: "List an instance's feeds",
    description:
      "Feedhook finds owners' feeds through the owners' records. A request reads at most 100 pages of records, so a page of feeds can be short or empty even if `more` is true.",
    query: feedQuery,
    answers: { 200: ["A page of results", feedPage] },
    async handle({ query, context }, services) {
      const { cursors, instances, plans, pressure, clock } = services;
      const { instance, class: wanted, limit, cursor } = query;
      const after = await cursors.decode(context, cursor, feedPosition);
      const known = await knownInstance(services, instance);
      const rooms = await instances.roomsOf(instance);
      const { items, next } = await listFeeds(services, { instance, rooms, class: wanted, after, limit });
      const [plan, pressed] = await Promise.all([plans.load(instance), pressure.of(instance)]);
      const views = items.map((feed) => feedView(feed, plan, clock.now()));
      const page = await cursors.page(context, views, next);
      return { ...page, ...(plan !== undefined && { budget: budgetView(known, plan, pressed) }) };
    },
  }),

  endpoint("listSlowestOwners", "get", "/v1/instances/{name}/slowest-owners", {
    ...read,
    summary: "List the owners that have waited longest for a visit",
    description:
      "Returns up to ten owners: first owners whose documents have never been completely read, then owners that have failed longest or were visited longest ago, and finally dormant owners. In an instance with more than 200 owners, Feedhook looks for the owners that were visited longest ago only in the part of the schedule that comes next.",
    params: instanceParams,
    answers: { 200: ["The owners, longest wait first", slowestOwnersAnswer] },
    async handle({ params: { name } }, services) {
      const { plans, clock } = services;
      await knownInstance(services, name);
      const plan = await plans.load(name);
      const found = await slowestOwners(services, name, plan, clock.now());
      return { items: found.map((feed) => feedView(feed, plan, clock.now())) };
    },
  }),

  endpoint("getFeed", "get", "/v1/feeds/{id}", {
    ...manage,
    scope: "read",
    summary: "Retrieve a feed",
    handle: ({ params: { id } }, services) => detailOf(id, services),
  }),

  endpoint("pauseFeed", "post", "/v1/feeds/{id}/pause", {
    ...manage,
    summary: "Pause a feed",
    description: "The feed keeps its position. A visit in progress writes nothing more.",
    handle: ({ params: { id } }, services) => changed(id, services, () => services.feeds.pause(id)),
  }),

  endpoint("resumeFeed", "post", "/v1/feeds/{id}/resume", {
    ...manage,
    summary: "Resume a feed",
    description: "The feed continues from its position at the next tick, even if it was backing off or parked.",
    handle: ({ params: { id } }, services) => changed(id, services, () => services.feeds.resume(id)),
  }),

  endpoint("rewindFeed", "post", "/v1/feeds/{id}/rewind", {
    ...manage,
    summary: "Rewind a feed",
    description:
      "The next visit reads changes again, from `to` or from the start. Feedhook publishes the changes that it missed, but doesn't publish known records again.",
    body: rewindInput,
    handle: ({ params: { id }, body: { to } }, services) =>
      changed(id, services, () => services.feeds.rewind(id, to === undefined ? {} : { to: Date.parse(to) })),
  }),

  endpoint("rebaselineFeed", "post", "/v1/feeds/{id}/rebaseline", {
    ...manage,
    summary: "Rebaseline a feed",
    description:
      "Reads the feed again, as at its first contact. Records that Feedhook hasn't seen before are published as baseline events if they last changed before the instance was registered. Known records keep their history.",
    handle: ({ params: { id } }, services) => changed(id, services, () => services.feeds.rewind(id, { anew: true })),
  }),
];

async function detailOf(id: string, { feeds, plans, clock }: ApiServices) {
  const feed = await feeds.load(id);
  if (feed === undefined) throw RequestError.notFound("This feed");
  return feedDetailView(feed, await plans.load(feed.instance), clock.now());
}

async function changed(id: string, services: ApiServices, change: () => Promise<"changed" | "notFound">) {
  // The feed is loaded first, because some changes throw if the id doesn't contain the kind of a feed.
  if ((await services.feeds.load(id)) === undefined || (await change()) === "notFound")
    throw RequestError.notFound("This feed");
  return detailOf(id, services);
}
