import { z } from "@hono/zod-openapi";
import { exampleInstance } from "../../delivery/ping/ping-message.ts";
import type { PingRequests } from "../../delivery/ping/ping-requests.ts";
import { type EventType, eventType } from "../../kernel/catalogue.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { type JsonObject, jsonObject } from "../../kernel/json.ts";
import { withData } from "../../kernel/merge-patch.ts";
import { sortableId } from "../../kernel/sortable-id.ts";
import type { Caller } from "../../partners/authenticator.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { ownSubscription } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { endpoint, Reply } from "../endpoint.ts";
import { exampleEvent } from "../event-types/example-event.ts";
import { answerSchema, inputSchema } from "../http/named-schemas.ts";
import { RequestError } from "../http/request-error.ts";
import { subscriptionParams } from "../subscriptions/subscription-schemas.ts";
import { attemptAnswer } from "./delivery-schemas.ts";
import { attemptsView, lastExcerptOf } from "./delivery-view.ts";

/** In bytes. An example contains its data up to twice, and no event may exceed 256 KB. */
const longestData = 64 * 1_024;

const pingAnswer = answerSchema("PingResult", {
  event: z.string().openapi({ description: "The ID of the ping or example: its `webhook-id`." }),
  outcome: z.enum(["delivered", "failed", "pending"]).openapi({
    description: "`pending`: there is no response yet, and the subscription's deliveries show the result later.",
  }),
  attempt: attemptAnswer.optional(),
  responseExcerpt: z.string().optional().openapi({ description: "The start of the response." }),
});

const exampleInput = inputSchema("ExampleInput", {
  type: eventType.clone().openapi({ description: "Any type in the catalogue.", example: "person.updated" }),
  data: jsonObject
    .clone()
    .refine(
      (data) => Buffer.byteLength(JSON.stringify(data)) <= longestData,
      `must be at most ${longestData / 1_024} KB`,
    )
    .optional()
    .openapi({
      type: "object",
      description: "Merged into the example's `data` (RFC 7396): null removes a field.",
      example: { firstName: "Ada" },
    }),
});

const shared = {
  tag: "Subscriptions",
  who: "partner",
  scope: "manage",
  waits: true,
  params: subscriptionParams,
  answers: { 200: ["The endpoint's response", pingAnswer], 202: ["No response yet", pingAnswer] },
} as const;

export const pingRoutes = [
  endpoint("pingSubscription", "post", "/v1/subscriptions/{id}/ping", {
    ...shared,
    summary: "Send a ping",
    description:
      "Sends a `bridge.ping` event to a webhook (signed) or a destination, even if the subscription is disabled, and returns the response. A 2xx response resumes an endpoint that is `open` or `paused`. A failed ping changes nothing. You can send one ping every ten seconds.",
    async handle({ params, caller }, services) {
      const subscription = await pushSubscription(services, caller, params);
      const result = await services.pings.ask(subscription.partner, subscription.id);
      if (result.outcome === "tooSoon")
        throw RequestError.tooSoon("You can send one ping every ten seconds. Try again in ten seconds.", 10);
      return pingReply(result, subscription);
    },
  }),

  endpoint("sendExample", "post", "/v1/subscriptions/{id}/examples", {
    ...shared,
    summary: "Send an example event",
    description:
      "Sends an example event to a webhook (signed) or a destination, and returns the response. Feedhook sends the example to this subscription only, with its current settings, even if the subscription is disabled or doesn't select the type. The example has the `webhook-example: true` header, `example: true` in the body, and an `instance` name that no instance can have. Feedhook sends the example once, doesn't store it as an event, and lists it among the deliveries with the run `example`. You can send one example per second to all your subscriptions together.",
    body: exampleInput,
    async handle({ params, body, caller, draw }, services) {
      const { type, data } = body;
      const subscription = await pushSubscription(services, caller, params);
      const example = () => overridden(type, data, { at: draw.at, nonce: sortableId("exm", draw.at, draw) });
      const result = await services.pings.sendExample(subscription.partner, subscription.id, example);
      if (result.outcome === "tooSoon")
        throw RequestError.tooSoon("You can send one example per second. Try again in a second.", 1);
      return pingReply(result, subscription);
    },
  }),
];

async function pushSubscription(services: ApiServices, caller: Caller, params: { readonly id: string }) {
  const subscription = await ownSubscription(services, caller, params);
  if (subscription.kind !== "pull") return subscription;
  throw new RequestError("invalid-request", "A pull subscription has no URL to send to. Fetch its events instead.");
}

type Sent = Exclude<Awaited<ReturnType<PingRequests["ask"]>>, { outcome: "tooSoon" }>;

function pingReply(result: Sent, subscription: Subscription) {
  if (result.outcome === "pending") return new Reply(202, { event: result.event, outcome: "pending" as const });
  const { row } = result;
  const [attempt] = attemptsView(row, subscription);
  const outcome = row.state === "delivered" ? ("delivered" as const) : ("failed" as const);
  return new Reply(200, { event: row.event, outcome, attempt, responseExcerpt: lastExcerptOf(row) });
}

function overridden(
  type: EventType,
  data: JsonObject | undefined,
  { at, nonce }: { readonly at: number; readonly nonce: string },
): Envelope {
  const event: Envelope = { ...exampleEvent(type, { at, instance: exampleInstance, nonce }), example: true };
  return data === undefined ? event : withData(event, data);
}
