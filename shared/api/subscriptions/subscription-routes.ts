import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { operatorPartner } from "../../subscriptions/subscription.ts";
import type { ApiServices } from "../api-services.ts";
import { createRouter } from "../http/create-router.ts";
import { decodeCursor, encodeCursor, paging } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, jsonBody, problemAnswers, secured } from "../http/route-parts.ts";
import { checkSettings, filterErrors } from "./check-settings.ts";
import { patched } from "./merge-patch.ts";
import {
  createdSubscription,
  subscriptionAnswer,
  subscriptionIdOf,
  subscriptionIdShape,
  subscriptionInput,
  subscriptionPage,
  subscriptionParams,
  subscriptionPatch,
} from "./subscription-schemas.ts";
import { subscriptionView } from "./subscription-view.ts";

const common = { tags: ["Subscriptions"], security: secured };
const withBody = problemAnswers("invalid-request", "malformed-json", "body-too-large", "unsupported-media-type");
const notFound = problemAnswers("not-found");

const createOne = createRoute({
  ...common,
  method: "post",
  path: "/v1/subscriptions",
  operationId: "createSubscription",
  summary: "Subscribe an endpoint",
  description: "The signing secret is in this answer and nowhere else.",
  request: { body: jsonBody(subscriptionInput) },
  responses: {
    201: {
      ...jsonAnswer("Created", createdSubscription),
      headers: { Location: { description: "The subscription's path.", schema: { type: "string" as const } } },
    },
    ...withBody,
  },
});

const list = createRoute({
  ...common,
  method: "get",
  path: "/v1/subscriptions",
  operationId: "listSubscriptions",
  summary: "List subscriptions, oldest first",
  request: { query: z.strictObject(paging) },
  responses: { 200: jsonAnswer("A page", subscriptionPage), ...problemAnswers("invalid-request") },
});

const find = createRoute({
  ...common,
  method: "get",
  path: "/v1/subscriptions/{id}",
  operationId: "getSubscription",
  summary: "Read a subscription",
  request: { params: subscriptionParams },
  responses: { 200: jsonAnswer("The subscription", subscriptionAnswer), ...notFound },
});

const change = createRoute({
  ...common,
  method: "patch",
  path: "/v1/subscriptions/{id}",
  operationId: "updateSubscription",
  summary: "Change a subscription (JSON merge patch)",
  request: { params: subscriptionParams, body: jsonBody(subscriptionPatch) },
  responses: {
    200: jsonAnswer("The subscription as it is now", subscriptionAnswer),
    ...withBody,
    ...problemAnswers("not-found", "conflict"),
  },
});

const remove = createRoute({
  ...common,
  method: "delete",
  path: "/v1/subscriptions/{id}",
  operationId: "deleteSubscription",
  summary: "Remove a subscription",
  request: { params: subscriptionParams },
  responses: { 204: { description: "Removed" }, ...problemAnswers("not-found", "conflict") },
});

export function subscriptionRoutes(services: ApiServices): OpenAPIHono {
  const { subscriptions } = services;
  const router = createRouter();

  router.openapi(createOne, async (context) => {
    const { secret: given, ...settings } = context.req.valid("json");
    const { url = settings.url, secret: own } = await checkSettings({ ...settings, secret: given }, services);
    const disabledReason = settings.status === "disabled" ? ("owner" as const) : undefined;
    const created = await subscriptions.create(operatorPartner, { ...settings, url, disabledReason }, own);
    const { subscription, secret } = created;
    context.header("location", `/v1/subscriptions/${subscription.id}`);
    return context.json({ ...subscriptionView(subscription), secret }, 201);
  });

  router.openapi(list, async (context) => {
    const { limit, cursor } = context.req.valid("query");
    const page = await subscriptions.list(operatorPartner, { after: decodeCursor(cursor, subscriptionIdShape), limit });
    const last = page.items.at(-1);
    const nextCursor = page.more && last !== undefined ? encodeCursor(last.id) : undefined;
    return context.json({ items: page.items.map(subscriptionView), more: page.more, nextCursor }, 200);
  });

  router.openapi(find, async (context) => {
    const found = await subscriptions.find(operatorPartner, subscriptionIdOf(context.req.valid("param")));
    if (found === undefined) throw RequestError.notFound("this subscription");
    return context.json(subscriptionView(found), 200);
  });

  router.openapi(change, async (context) => {
    const patch = context.req.valid("json");
    const id = subscriptionIdOf(context.req.valid("param"));
    const { filter, ...complete } = patch;
    const { url } = await checkSettings(complete, services);
    const result = await subscriptions.update(operatorPartner, id, (current) => {
      const settings = patched(current, { ...patch, url });
      // Judged as it is merged: a part of it need not be a filter.
      const errors = filter === undefined ? [] : filterErrors(settings.filter);
      if (errors.length > 0) throw RequestError.invalid(errors);
      return settings;
    });
    if (result.outcome === "notFound") throw RequestError.notFound("this subscription");
    return context.json(subscriptionView(result.subscription), 200);
  });

  router.openapi(remove, async (context) => {
    const outcome = await subscriptions.remove(operatorPartner, subscriptionIdOf(context.req.valid("param")));
    if (outcome === "notFound") throw RequestError.notFound("this subscription");
    return context.body(null, 204);
  });

  return router;
}
