import { z } from "@hono/zod-openapi";
import { feedsOfInstance } from "../../schedule/feeds/feeds-of-instance.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { firstOf, paging } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { instanceAnswer, instanceInput, instancePage, instanceParams } from "./instance-schemas.ts";
import { instanceView } from "./instance-view.ts";

const nameShape = /^[\w-]+$/;
const byName = (one: { readonly name: string }, other: { readonly name: string }) => (one.name < other.name ? -1 : 1);

const common = { tags: ["Instances"] };

const register = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "put",
    path: "/v1/instances/{name}",
    operationId: "putInstance",
    summary: "Register or update an instance",
    description: "Feedhook starts reading the instance at the next tick. Fields that you leave out keep their values.",
    request: { params: instanceParams, body: jsonBody(instanceInput) },
    responses: {
      200: jsonAnswer("The current instance", instanceAnswer),
      201: jsonAnswer("Registered", instanceAnswer),
      ...problemAnswers("invalid-request", "malformed-json", "conflict", "body-too-large", "unsupported-media-type"),
    },
  },
);

const list = apiRoute(
  { who: "operator", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/instances",
    operationId: "listInstances",
    summary: "List instances by name",
    request: { query: z.strictObject(paging) },
    responses: { 200: jsonAnswer("A page of results", instancePage), ...problemAnswers("invalid-request") },
  },
);

const find = apiRoute(
  { who: "operator", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/instances/{name}",
    operationId: "getInstance",
    summary: "Retrieve an instance",
    request: { params: instanceParams },
    responses: { 200: jsonAnswer("The instance", instanceAnswer), ...problemAnswers("invalid-request", "not-found") },
  },
);

export function instanceRoutes({ cursors, instances, feeds, copies, copyIntents, clock }: ApiServices): ApiRouter {
  const router = createRouter();

  router.openapi(register, async (context) => {
    const { name } = context.req.valid("param");
    const settings = context.req.valid("json");
    const isNew = (await instances.find(name)) === undefined;
    const intent = await copyIntents.begin({ kind: "instance", name });
    const registered = await instances.register({ name, ...settings, now: clock.now() });
    const rooms = await instances.roomsOf(name);
    // The projection comes first: events of the first poll must reach every subscription to all instances.
    await copies.rebuild(name);
    await copyIntents.done(intent);
    await feeds.putIfAbsent(feedsOfInstance(name, rooms));
    return context.json(instanceView(registered, rooms), isNew ? 201 : 200);
  });

  router.openapi(list, async (context) => {
    const { limit, cursor } = context.req.valid("query");
    const after = (await cursors.decode(context, cursor, nameShape)) ?? "";
    const rest = (await instances.list()).filter(({ name }) => name > after).toSorted(byName);
    const { items: shown, more, last } = firstOf(rest, limit);
    const items = shown.map(async (one) => instanceView(one, await instances.roomsOf(one.name)));
    const nextCursor = await cursors.encode(context, last?.name);
    return context.json({ items: await Promise.all(items), more, nextCursor }, 200);
  });

  router.openapi(find, async (context) => {
    const { name } = context.req.valid("param");
    const found = await instances.find(name);
    if (found === undefined) throw RequestError.notFound("This instance");
    return context.json(instanceView(found, await instances.roomsOf(name)), 200);
  });

  return router;
}
