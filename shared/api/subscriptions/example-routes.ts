import { z } from "@hono/zod-openapi";
import { exampleInstance } from "../../delivery/ping/example-message.ts";
import { type EventType, eventType } from "../../kernel/catalogue.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { type Json, type JsonObject, jsonObject } from "../../kernel/json.ts";
import { sortableId } from "../../kernel/sortable-id.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { exampleEvent } from "../event-types/example-event.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { mergedObject } from "./merge-patch.ts";
import { ownSubscription } from "./own-subscription.ts";
import { pingAnswer, pingView } from "./ping-routes.ts";
import { subscriptionParams } from "./subscription-schemas.ts";

/** The example is part of a queue message and becomes a webhook's body, so it must stay small. */
const longestData = 64 * 1_024;

const exampleInput = z
  .strictObject({
    type: eventType.clone().openapi({ description: "Any type in the catalogue.", example: "person.updated" }),
    data: jsonObject
      .clone()
      .refine((data) => JSON.stringify(data).length <= longestData, `must have at most ${longestData} characters`)
      .optional()
      .openapi({
        type: "object",
        description: "Merged into the example's `data` (RFC 7396): null removes a field.",
        example: { firstName: "Ada" },
      }),
  })
  .openapi("ExampleInput");

const send = apiRoute(
  { who: "partner", scope: "manage", waits: true },
  {
    tags: ["Subscriptions"],
    method: "post",
    path: "/v1/subscriptions/{id}/examples",
    operationId: "sendExample",
    summary: "Send an example event",
    description:
      "Sends a signed example event and returns the endpoint's response. Feedhook sends the example to this subscription only, with its current settings, even if the subscription is disabled or doesn't select the type. The example has the `webhook-example: true` header, `example: true` in the body, and an `instance` name that no instance can have. Feedhook attempts the example once, doesn't store it as an event, and lists it among the deliveries with the run `example`. You can send one example per second.",
    request: { params: subscriptionParams, body: jsonBody(exampleInput) },
    responses: {
      200: jsonAnswer("The endpoint's response", pingAnswer),
      202: jsonAnswer("No response yet", pingAnswer),
      ...problemAnswers("invalid-request", "malformed-json", "body-too-large", "unsupported-media-type", "not-found"),
    },
  },
);

export function exampleRoutes(services: ApiServices): ApiRouter {
  const { pings } = services;
  const router = createRouter();
  router.openapi(send, async (context) => {
    const { type, data } = context.req.valid("json");
    const subscription = await ownSubscription(services, context.var.caller, context.req.valid("param"));
    if (subscription.url === undefined) {
      throw new RequestError("invalid-request", "A pull subscription has no URL to send to.");
    }
    const { draw } = context.var;
    const example = overridden(type, data, { at: draw.at, nonce: sortableId("exm", draw.at, draw) });
    const result = await pings.sendExample(subscription.partner, subscription.id, example);
    if (result.outcome === "tooSoon")
      throw RequestError.tooSoon("You can send one example per second. Try again in a second.", 1);
    if (result.outcome === "pending") return context.json({ event: result.event, outcome: "pending" as const }, 202);
    return context.json(pingView(result.row, subscription), 200);
  });
  return router;
}

/** The example of a type with some of its `data` replaced. `changes` of a replaced field are adapted, too. */
function overridden(
  type: EventType,
  data: JsonObject | undefined,
  { at, nonce }: { readonly at: number; readonly nonce: string },
): Envelope {
  const event: Envelope = { ...exampleEvent(type, { at, instance: exampleInstance, nonce }), example: true };
  if (data === undefined) return event;
  const merged = mergedObject(event.data, data);
  const changes = event.changes?.map((change) => {
    const to: Json | undefined = Object.hasOwn(data, change.field) ? merged[change.field] : undefined;
    return to === undefined ? change : { ...change, to };
  });
  return { ...event, data: merged, ...(changes && { changes }) };
}
