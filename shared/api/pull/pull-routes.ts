import type { z } from "@hono/zod-openapi";
import type { Fetched } from "../../delivery/pull/pull-consumer.ts";
import { ackIdOf } from "../../delivery/pull/pull-row.ts";
import type { Caller } from "../../partners/authenticator.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { apiRoute } from "../access/api-route.ts";
import { ownSubscription } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { eventView } from "../events/event-view.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { PageRoom } from "../http/page-room.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { subscriptionParams } from "../subscriptions/subscription-schemas.ts";
import { ackAnswer, ackInput, pollAnswer, pollQuery } from "./pull-schemas.ts";

/** How often (ms) a waiting request reads the subscription's backlog. */
const lookEvery = 1_000;

const common = { tags: ["Pull"] };

const poll = apiRoute(
  { who: "partner", scope: "pull", waits: true },
  {
    ...common,
    method: "get",
    path: "/v1/subscriptions/{id}/poll",
    operationId: "pollEvents",
    summary: "Fetch events from a pull subscription, oldest first",
    description:
      "Leases each event that it returns. Until the lease ends, other requests don't return the event. Acknowledge the event before its lease ends, or it is returned again. A request examines the 5,000 oldest deliveries. If all of them are leased, it returns none.",
    request: { params: subscriptionParams, query: pollQuery },
    responses: {
      200: jsonAnswer("The events; empty if none are available", pollAnswer),
      ...problemAnswers("invalid-request", "not-found", "wrong-state"),
    },
  },
);

const ack = apiRoute(
  { who: "partner", scope: "pull" },
  {
    ...common,
    method: "post",
    path: "/v1/subscriptions/{id}/ack",
    operationId: "acknowledgeEvents",
    summary: "Acknowledge fetched events",
    description:
      "Removes the events from the queue. You can acknowledge an event more than once, and after its lease has ended.",
    request: { params: subscriptionParams, body: jsonBody(ackInput) },
    responses: {
      200: jsonAnswer("The number of acknowledged deliveries", ackAnswer),
      ...problemAnswers("invalid-request", "malformed-json", "unsupported-media-type", "not-found", "wrong-state"),
    },
  },
);

export function pullRoutes(services: ApiServices): ApiRouter {
  const router = createRouter();

  const { pull, partners, waiting, clock } = services;
  const pullSubscription = async (caller: Caller, params: { id: string }): Promise<Subscription> => {
    const found = await ownSubscription(services, caller, params);
    if (found.kind !== "pull")
      throw new RequestError("wrong-state", "This is a push subscription. Its events are posted to its URL.");
    return found;
  };

  router.openapi(poll, async (context) => {
    const subscription = await pullSubscription(context.var.caller, context.req.valid("param"));
    const { limit, leaseSeconds, wait } = context.req.valid("query");
    const { partner } = context.var.caller.access;
    const options = {
      ...{ limit, lease: leaseSeconds * 1_000 },
      access: () => partners.accessOf(partner),
      newRoom: () => {
        const room = new PageRoom();
        return { takes: (delivery: Fetched) => room.takes(pulledView(delivery, subscription)) };
      },
    };
    const until = clock.now() + wait * 1_000;
    const look = async () => {
      const items = await context.var.inTurn(() => pull.fetch(subscription.id, options));
      return items.length === 0 ? undefined : items;
    };
    const items = (await waiting.wait(partner, { until, lookEvery }, look)) ?? [];
    // Each response differs, and a cached one would hide what waits.
    context.header("cache-control", "no-store");
    return context.json({ items: items.map((item) => pulledView(item, subscription)) }, 200);
  });

  router.openapi(ack, async (context) => {
    const subscription = await pullSubscription(context.var.caller, context.req.valid("param"));
    const acknowledged = await pull.acknowledge(subscription, context.req.valid("json").ackIds);
    return context.json({ acknowledged }, 200);
  });

  return router;
}

function pulledView(
  { row, event }: Fetched,
  { payload }: Pick<Subscription, "payload">,
): z.input<typeof pollAnswer>["items"][number] {
  const { data, ...thin } = eventView(event);
  return {
    ackId: ackIdOf(row),
    fetched: row.fetched,
    leasedUntil: new Date(row.leasedUntil ?? 0).toISOString(),
    replay: row.run === "0" ? undefined : true,
    event: payload === "thin" ? thin : { ...thin, data },
  };
}
