import { isDeepStrictEqual } from "node:util";
import { z } from "@hono/zod-openapi";
import { newExternalId } from "../../subscriptions/destination.ts";
import { mostSecrets } from "../../subscriptions/subscription-secrets.ts";
import { checkedId, ownSubscription, subscriptionIdShape } from "../access/own-resources.ts";
import { endpoint } from "../endpoint.ts";
import { filterErrors, filterWarnings } from "../filters/filter-warnings.ts";
import { pageAnswer, pagingQuery } from "../http/cursor.ts";
import { inputSchema } from "../http/named-schemas.ts";
import type { FieldError } from "../http/problem.ts";
import { RequestError } from "../http/request-error.ts";
import { assertMatches, ifMatchHeader, tagged } from "../http/revision.ts";
import {
  checkSettings,
  destinationErrors,
  givenHeaders,
  kindChangeErrors,
  kindErrors,
  ownSecretErrors,
} from "./check-settings.ts";
import { disabledByOwner } from "./disabled-by.ts";
import { endpointView, summaryView } from "./endpoint-view.ts";
import { mergedHeaderErrors, patched } from "./merge-patch.ts";
import {
  createdSubscription,
  listedSubscription,
  nextSigning,
  ownSecret,
  rotatedSubscription,
  subscriptionAnswer,
  subscriptionDetail,
  subscriptionInput,
  subscriptionParams,
  subscriptionPatch,
  subscriptionView,
} from "./subscription-schemas.ts";

const day = 86_400;

const rotation = inputSchema("SecretRotation", {
  signing: nextSigning,
  secret: ownSecret,
  overlapSeconds: z
    .int()
    .min(0)
    .max(7 * day)
    .default(day)
    .openapi({
      description:
        "The maximum number of seconds that earlier secrets stay valid, even if they had a longer overlap. `0` ends them immediately.",
      example: day,
    }),
});

const read = { tag: "Subscriptions", who: "partner", scope: "read" } as const;
const manage = { tag: "Subscriptions", who: "partner", scope: "manage" } as const;

const warningsOf = (all: readonly FieldError[]) => (all.length === 0 ? {} : { warnings: [...all] });

export const subscriptionRoutes = [
  endpoint("createSubscription", "post", "/v1/subscriptions", {
    ...manage,
    summary: "Create a subscription",
    description:
      "The response includes the signing secret, which can't be retrieved later, or the public key. Only webhooks have either.",
    body: subscriptionInput,
    answers: { 201: ["Created", createdSubscription] },
    location: "The subscription's path.",
    problems: ["quota-exceeded"],
    async handle({ body, caller, draw, context }, services) {
      const { secret, signing, headers, kind = "push", destination: to, ...settings } = body;
      const { subscriptions, clock } = services;
      const destination =
        to === undefined || kind === "push" || kind === "pull"
          ? undefined
          : { ...to, kind, externalId: newExternalId(draw) };
      const wrong = [
        ...kindErrors(body),
        ...destinationErrors({ ...settings, destination }, caller, services),
        ...ownSecretErrors(body),
      ];
      if (wrong.length > 0) throw RequestError.invalid(wrong);
      const { url = settings.url, warnings } = await checkSettings({ ...settings, headers }, caller, services);
      const disabled = settings.status === "disabled" ? disabledByOwner(caller, clock.now()) : {};
      const { partner, quotas } = caller.access;
      const wanted = { ...settings, ...(kind === "pull" && { kind }), url, destination, ...disabled };
      const secrets = { secret, signing, headers: headers && givenHeaders(headers) };
      const created =
        quotas === undefined
          ? await subscriptions.create(partner, wanted, secrets, draw)
          : await subscriptions.createWithin(quotas.subscriptions, partner, wanted, secrets, draw);
      if (created === "quotaExceeded") {
        throw new RequestError(
          "quota-exceeded",
          `You can have at most ${quotas?.subscriptions} subscriptions. Delete one to add another.`,
        );
      }
      context.header("location", `/v1/subscriptions/${created.subscription.id}`);
      const { subscription, ...key } = created;
      const all = [...warnings, ...filterWarnings(subscription)];
      return { ...subscriptionView(subscription, services), ...warningsOf(all), ...key };
    },
  }),

  endpoint("listSubscriptions", "get", "/v1/subscriptions", {
    ...read,
    summary: "List subscriptions, oldest first",
    query: pagingQuery,
    answers: { 200: pageAnswer(listedSubscription, "SubscriptionPage") },
    async handle({ query, caller, context }, services) {
      const { cursors, subscriptions, endpoints } = services;
      const after = await cursors.decode(context, query.cursor, subscriptionIdShape);
      const { items, more } = await subscriptions.list(caller.access.partner, { after, limit: query.limit });
      const views = (await endpoints.ofAll(items)).map(({ subscription, endpoint: summary }) => {
        return { ...subscriptionView(subscription, services), endpoint: summaryView(summary) };
      });
      return cursors.page(context, views, more ? items.at(-1)?.id : undefined);
    },
  }),

  endpoint("getSubscription", "get", "/v1/subscriptions/{id}", {
    ...read,
    summary: "Retrieve a subscription",
    params: subscriptionParams,
    answers: { 200: ["The subscription", subscriptionDetail] },
    async handle({ params, caller, context }, services) {
      const found = await ownSubscription(services, caller, params);
      const view = subscriptionView(found, services);
      return tagged(context, found, { ...view, endpoint: endpointView(await services.endpoints.of(found)) });
    },
  }),

  endpoint("updateSubscription", "patch", "/v1/subscriptions/{id}", {
    ...manage,
    summary: "Update a subscription",
    params: subscriptionParams,
    headers: ifMatchHeader,
    body: subscriptionPatch,
    answers: { 200: ["The current subscription", subscriptionAnswer] },
    async handle({ params, headers, body: patch, caller, context }, services) {
      const { subscriptions, endpointHealth, clock } = services;
      const id = checkedId(params.id, subscriptionIdShape, "This subscription");
      const { partner } = caller.access;
      const { filter, ...complete } = patch;
      const { url, warnings } = await checkSettings(complete, caller, services);
      const sealed = await subscriptions.secrets.sealHeaders({ partner, id }, givenHeaders(patch.headers));
      const address = { isNew: false };
      const result = await subscriptions.update(partner, id, (current) => {
        assertMatches(headers["if-match"], current);
        const settings = patched(current, { ...patch, url }, sealed, disabledByOwner(caller, clock.now()));
        address.isNew = !isDeepStrictEqual([settings.url, settings.destination], [current.url, current.destination]);
        // The merged settings are checked, because a filter's patch alone isn't always a valid filter.
        const errors = [
          ...kindChangeErrors(current, patch),
          ...(patch.destination === undefined ? [] : destinationErrors(settings, caller, services)),
          ...(filter === undefined ? [] : filterErrors(settings.filter)),
          ...(sealed.length === 0 ? [] : mergedHeaderErrors(settings.headers)),
        ];
        if (errors.length > 0) throw RequestError.invalid(errors);
        return settings;
      });
      if (result.outcome === "notFound") throw RequestError.notFound("This subscription");
      const { subscription } = result;
      const endpointOf = { partner, subscription: id };
      if (subscription.status === "disabled") await endpointHealth.follow(endpointOf, false);
      // The endpoint's stored state is about another address, or the caller asks to try again. A form that sends all
      // settings, with the same address, must not resume delivery.
      else if (address.isNew || patch.status !== undefined) await endpointHealth.resume(endpointOf);
      const isJudged = filter !== undefined || patch.eventTypes !== undefined;
      const all = [...warnings, ...(isJudged ? filterWarnings(subscription) : [])];
      return tagged(context, subscription, { ...subscriptionView(subscription, services), ...warningsOf(all) });
    },
  }),

  endpoint("deleteSubscription", "delete", "/v1/subscriptions/{id}", {
    ...manage,
    summary: "Delete a subscription",
    params: subscriptionParams,
    answers: { 204: "Deleted" },
    problems: ["conflict"],
    async handle({ params, caller }, { subscriptions, pings, endpointHealth }) {
      const id = checkedId(params.id, subscriptionIdShape, "This subscription");
      const { partner } = caller.access;
      const outcome = await subscriptions.remove(partner, id);
      await pings.forget(partner, id);
      await endpointHealth.forget({ partner, subscription: id });
      if (outcome === "notFound") throw RequestError.notFound("This subscription");
    },
  }),

  endpoint("rotateSecret", "post", "/v1/subscriptions/{id}/secret", {
    ...manage,
    summary: "Rotate the signing secret",
    description: `The response includes the new secret, which can't be retrieved later, or the new public key. At most ${mostSecrets} secrets are valid at a time, counting Ed25519 keys. A shorter overlap also shortens the overlap of earlier secrets.`,
    params: subscriptionParams,
    body: rotation,
    isBodyOptional: true,
    answers: { 200: ["The subscription with its new secret", rotatedSubscription] },
    problems: ["too-many-secrets"],
    async handle({ params, body, caller, draw }, services) {
      const wrong = ownSecretErrors(body);
      if (wrong.length > 0) throw RequestError.invalid(wrong);
      const id = checkedId(params.id, subscriptionIdShape, "This subscription");
      const options = { overlap: body.overlapSeconds * 1_000, ownSecret: body.secret, signing: body.signing };
      const result = await services.subscriptions.rotate(caller.access.partner, id, options, draw);
      if (result.outcome === "notFound") throw RequestError.notFound("This subscription");
      if (result.outcome === "ok") {
        const { subscription, secret: shown, publicKey } = result;
        return { ...subscriptionView(subscription, services), secret: shown, publicKey };
      }
      switch (result.reason) {
        case "unsigned":
          throw new RequestError(
            "wrong-state",
            "Only webhooks are signed, so this subscription has no signing secret.",
          );
        case "inUse":
          throw RequestError.invalid([{ field: "secret", message: "is already in use" }]);
        case "tooMany":
          throw new RequestError(
            "too-many-secrets",
            `${mostSecrets} secrets are already valid. Wait until one expires, or rotate with an overlap of 0 seconds, which ends the earlier ones now.`,
          );
      }
    },
  }),
];
