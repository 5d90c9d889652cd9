import { z } from "@hono/zod-openapi";
import { type Subscription } from "../../subscriptions/subscription.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { filterWarnings } from "../filters/filter-warnings.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { paging } from "../http/cursor.ts";
import type { FieldError } from "../http/problem.ts";
import { RequestError } from "../http/request-error.ts";
import { assertMatches, ifMatchHeader, tagged } from "../http/revision.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { checkSettings, filterErrors } from "./check-settings.ts";
import { disabledByOwner } from "./disabled-by.ts";
import { endpointView, summaryView } from "./endpoint-view.ts";
import { givenHeaders, mergedHeaderErrors } from "./header-settings.ts";
import { kindChangeErrors, kindErrors } from "./kind-settings.ts";
import { patched } from "./merge-patch.ts";
import { ownSubscription } from "./own-subscription.ts";
import {
  createdSubscription,
  subscriptionAnswer,
  subscriptionDetail,
  subscriptionIdOf,
  subscriptionIdShape,
  subscriptionInput,
  subscriptionPage,
  subscriptionParams,
  subscriptionPatch,
} from "./subscription-schemas.ts";
import { subscriptionView } from "./subscription-view.ts";

const common = { tags: ["Subscriptions"] };
const withBody = problemAnswers("invalid-request", "malformed-json", "body-too-large", "unsupported-media-type");
const notFound = problemAnswers("not-found");

const createOne = apiRoute(
  { who: "partner", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/subscriptions",
    operationId: "createSubscription",
    summary: "Create a subscription",
    description:
      "The response includes the signing secret, which can't be retrieved later. A pull subscription has none.",
    request: { body: jsonBody(subscriptionInput) },
    responses: {
      201: {
        ...jsonAnswer("Created", createdSubscription),
        headers: { Location: { description: "The subscription's path.", schema: { type: "string" as const } } },
      },
      ...withBody,
      ...problemAnswers("quota-exceeded"),
    },
  },
);

const list = apiRoute(
  { who: "partner", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/subscriptions",
    operationId: "listSubscriptions",
    summary: "List subscriptions, oldest first",
    request: { query: z.strictObject(paging) },
    responses: { 200: jsonAnswer("A page of results", subscriptionPage), ...problemAnswers("invalid-request") },
  },
);

const find = apiRoute(
  { who: "partner", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/subscriptions/{id}",
    operationId: "getSubscription",
    summary: "Retrieve a subscription",
    request: { params: subscriptionParams },
    responses: { 200: jsonAnswer("The subscription", subscriptionDetail), ...notFound },
  },
);

const change = apiRoute(
  { who: "partner", scope: "manage" },
  {
    ...common,
    method: "patch",
    path: "/v1/subscriptions/{id}",
    operationId: "updateSubscription",
    summary: "Update a subscription",
    request: { params: subscriptionParams, headers: ifMatchHeader, body: jsonBody(subscriptionPatch) },
    responses: {
      200: jsonAnswer("The current subscription", subscriptionAnswer),
      ...withBody,
      ...problemAnswers("not-found", "conflict", "precondition-failed"),
    },
  },
);

const remove = apiRoute(
  { who: "partner", scope: "manage" },
  {
    ...common,
    method: "delete",
    path: "/v1/subscriptions/{id}",
    operationId: "deleteSubscription",
    summary: "Delete a subscription",
    request: { params: subscriptionParams },
    responses: { 204: { description: "Deleted" }, ...problemAnswers("not-found", "conflict") },
  },
);

const warningsOf = (all: readonly FieldError[]) => (all.length === 0 ? {} : { warnings: [...all] });

export function subscriptionRoutes(services: ApiServices): ApiRouter {
  const { cursors, subscriptions, pings, endpoints, endpointHealth, clock } = services;
  const router = createRouter();
  const view = (one: Subscription) => subscriptionView(one, clock.now());

  router.openapi(createOne, async (context) => {
    const { secret: given, headers, ...settings } = context.req.valid("json");
    const wrong = kindErrors({ ...settings, headers, secret: given });
    if (wrong.length > 0) throw RequestError.invalid(wrong);
    const { caller, draw } = context.var;
    const checked = await checkSettings({ ...settings, headers, secret: given }, caller, services);
    const { url = settings.url, secret, warnings } = checked;
    const disabled = settings.status === "disabled" ? disabledByOwner(caller, clock.now()) : {};
    const { partner, quotas } = caller.access;
    const wanted = { ...settings, url, ...disabled };
    const secrets = { secret, headers: headers && givenHeaders(headers) };
    const created =
      quotas === undefined
        ? await subscriptions.create(partner, wanted, secrets, draw)
        : await subscriptions.createWithin(quotas.subscriptions, partner, wanted, secrets, draw);
    if (created === "quotaExceeded") {
      throw new RequestError(
        "quota-exceeded",
        `You've reached your limit of ${quotas?.subscriptions} subscriptions. Delete one to add another.`,
      );
    }
    context.header("location", `/v1/subscriptions/${created.subscription.id}`);
    const all = [...warnings, ...filterWarnings(created.subscription)];
    return context.json({ ...view(created.subscription), ...warningsOf(all), secret: created.secret }, 201);
  });

  router.openapi(list, async (context) => {
    const { limit, cursor } = context.req.valid("query");
    const page = await subscriptions.list(context.var.caller.access.partner, {
      after: await cursors.decode(context, cursor, subscriptionIdShape),
      limit,
    });
    const nextCursor = await cursors.encode(context, page.more ? page.items.at(-1)?.id : undefined);
    const items = (await endpoints.ofAll(page.items)).map(({ subscription, endpoint }) => {
      return { ...view(subscription), endpoint: summaryView(endpoint) };
    });
    return context.json({ items, more: page.more, nextCursor }, 200);
  });

  router.openapi(find, async (context) => {
    const found = await ownSubscription(services, context.var.caller, context.req.valid("param"));
    const answer = { ...view(found), endpoint: endpointView(await endpoints.of(found)) };
    return context.json(tagged(context, found, answer), 200);
  });

  router.openapi(change, async (context) => {
    const patch = context.req.valid("json");
    const id = subscriptionIdOf(context.req.valid("param"));
    const { partner } = context.var.caller.access;
    const { filter, ...complete } = patch;
    const { url, warnings } = await checkSettings(complete, context.var.caller, services);
    const sealed = await subscriptions.sealHeaders(partner, id, givenHeaders(patch.headers));
    const result = await subscriptions.update(partner, id, (current) => {
      assertMatches(context.req.valid("header")["if-match"], current);
      const settings = patched(current, { ...patch, url }, sealed, disabledByOwner(context.var.caller, clock.now()));
      // The merged settings are judged, because the patch of a filter alone needn't be a valid filter.
      const errors = [
        ...kindChangeErrors(current, patch),
        ...(filter === undefined ? [] : filterErrors(settings.filter)),
        ...(sealed.length === 0 ? [] : mergedHeaderErrors(settings.headers)),
      ];
      if (errors.length > 0) throw RequestError.invalid(errors);
      return settings;
    });
    if (result.outcome === "notFound") throw RequestError.notFound("This subscription");
    const endpoint = { partner, subscription: id };
    if (result.subscription.status === "disabled") await endpointHealth.disable(endpoint);
    // The subscription was enabled or has another address, so the stored state of its endpoint is out of date.
    else if (patch.status !== undefined || patch.url !== undefined) await endpointHealth.resume(endpoint);
    const isJudged = filter !== undefined || patch.eventTypes !== undefined;
    const all = [...warnings, ...(isJudged ? filterWarnings(result.subscription) : [])];
    const answer = { ...view(result.subscription), ...warningsOf(all) };
    return context.json(tagged(context, result.subscription, answer), 200);
  });

  router.openapi(remove, async (context) => {
    const id = subscriptionIdOf(context.req.valid("param"));
    const { partner } = context.var.caller.access;
    const outcome = await subscriptions.remove(partner, id);
    await pings.forget(partner, id);
    await endpointHealth.forget({ partner, subscription: id });
    if (outcome === "notFound") throw RequestError.notFound("This subscription");
    return context.body(null, 204);
  });

  return router;
}
