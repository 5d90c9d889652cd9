import { z } from "@hono/zod-openapi";
import type { Fetched } from "../../delivery/pull/pull-consumer.ts";
import { ackIdOf } from "../../delivery/pull/pull-queue.ts";
import { isReplay } from "../../fanout/delivery-message.ts";
import { isoTime } from "../../kernel/instant.ts";
import type { Caller } from "../../partners/authenticator.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { ownSubscription } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { endpoint } from "../endpoint.ts";
import { eventAnswer } from "../event-types/event-answer.ts";
import { PageRoom } from "../http/cursor.ts";
import { answerSchema, inputSchema } from "../http/named-schemas.ts";
import { RequestError } from "../http/request-error.ts";
import { subscriptionParams } from "../subscriptions/subscription-schemas.ts";

/** How often (ms) a waiting request reads the subscription's backlog. */
const lookEvery = 1_000;

const pollQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10).openapi({
    description:
      "The maximum number of deliveries. A response is limited to about 1 MB, so it can contain fewer. Only an empty response means that no deliveries are available.",
    example: 10,
  }),
  wait: z.coerce.number().int().min(0).max(20).default(0).openapi({
    description:
      "The number of seconds to wait for a delivery if none is available. At most 5 requests per partner, and 25 in total, can wait at a time. Further requests return immediately, as with `wait=0`. After an empty response, pause for a second.",
    example: 20,
  }),
  leaseSeconds: z.coerce.number().int().min(1).max(43_200).default(60).openapi({
    description: "The duration of the lease in seconds.",
    example: 60,
  }),
});

const pollAnswer = answerSchema("PulledDeliveries", {
  items: z.array(
    z.object({
      ackId: z.string().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0" }),
      fetched: z
        .int()
        .openapi({ description: "The number of times the event was fetched, including this one.", example: 1 }),
      leasedUntil: z.iso.datetime(),
      replay: z.literal(true).optional().openapi({ description: "Set if the event was sent again on request." }),
      event: eventAnswer,
    }),
  ),
});

const ackInput = inputSchema("AckInput", {
  ackIds: z
    .array(z.string().max(64))
    .min(1)
    .max(100)
    .openapi({
      example: ["evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0"],
    }),
});

const ackAnswer = answerSchema("AckAnswer", {
  acknowledged: z.int().openapi({
    description: "The number of deliveries removed from the queue. Deliveries acknowledged earlier don't count.",
    example: 1,
  }),
});

const shared = { tag: "Pull", who: "partner", scope: "pull", params: subscriptionParams } as const;

export const pullRoutes = [
  endpoint("pollEvents", "get", "/v1/subscriptions/{id}/poll", {
    ...shared,
    waits: true,
    summary: "Fetch events from a pull subscription, oldest first",
    description:
      "Leases each event that it returns. Until the lease ends, other requests don't return the event. Acknowledge the event before its lease ends, or it is returned again. A request examines the 5,000 oldest deliveries. If all of them are leased, the request returns none.",
    query: pollQuery,
    answers: { 200: ["The events; empty if none are available", pollAnswer] },
    problems: ["wrong-state"],
    async handle({ params, query, caller, context }, services) {
      const { pull, partners, waiting, clock } = services;
      const subscription = await pullSubscription(services, caller, params);
      const { partner } = caller.access;
      const options = {
        ...{ limit: query.limit, lease: query.leaseSeconds * 1_000 },
        access: () => partners.accessOf(partner),
        newRoom: () => {
          const room = new PageRoom();
          return { takes: (delivery: Fetched) => room.takes(pulledView(delivery, subscription)) };
        },
      };
      const until = clock.now() + query.wait * 1_000;
      const look = async () => {
        const items = await context.var.inTurn(() => pull.fetch(subscription.id, options));
        return items.length === 0 ? undefined : items;
      };
      const items = (await waiting.wait(partner, { until, lookEvery }, look)) ?? [];
      // A cached response would hide waiting events.
      context.header("cache-control", "no-store");
      return { items: items.map((item) => pulledView(item, subscription)) };
    },
  }),

  endpoint("acknowledgeEvents", "post", "/v1/subscriptions/{id}/ack", {
    ...shared,
    summary: "Acknowledge fetched events",
    description:
      "Removes the events from the queue. You can acknowledge an event more than once, and after its lease has ended.",
    body: ackInput,
    answers: { 200: ["The number of acknowledged deliveries", ackAnswer] },
    async handle({ params, body, caller }, services) {
      const subscription = await pullSubscription(services, caller, params);
      return { acknowledged: await services.pull.acknowledge(subscription, body.ackIds) };
    },
  }),
];

async function pullSubscription(services: ApiServices, caller: Caller, params: { readonly id: string }) {
  const found = await ownSubscription(services, caller, params);
  if (found.kind === "pull") return found;
  throw new RequestError(
    "wrong-state",
    "This isn't a pull subscription. Its events are sent to its URL or destination.",
  );
}

function pulledView({ row, event: { envelope } }: Fetched, { payload }: Subscription) {
  const { data, ...thin } = envelope;
  return {
    ackId: ackIdOf(row),
    fetched: row.fetched,
    leasedUntil: isoTime(row.leasedUntil ?? 0),
    ...(isReplay(row) && { replay: true as const }),
    event: payload === "thin" ? thin : { ...thin, data },
  };
}
