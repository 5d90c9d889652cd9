import { z } from "@hono/zod-openapi";
import { acknowledge, withdrawAcknowledgement } from "../../delivery/endpoint/acknowledgement.ts";
import { ownSubscription } from "../access/own-resources.ts";
import { endpoint } from "../endpoint.ts";
import { inputSchema } from "../http/named-schemas.ts";
import { RequestError } from "../http/request-error.ts";
import { shownCaller } from "./disabled-by.ts";
import { acknowledgementAnswer, acknowledgementView } from "./endpoint-view.ts";
import { subscriptionParams } from "./subscription-schemas.ts";

/** The maximum length of a note. Each failed probe rewrites the endpoint's circuit, which contains the note. */
const longestNote = 500;

const acknowledgementInput = inputSchema("AcknowledgementInput", {
  note: z.string().trim().min(1).max(longestNote).openapi({
    description: "What is known about the failure, or what is being done about it.",
    example: "The new secret is deployed tonight.",
  }),
});

const shared = { tag: "Subscriptions", who: "partner", scope: "manage", params: subscriptionParams } as const;

export const acknowledgementRoutes = [
  endpoint("acknowledgeFailure", "put", "/v1/subscriptions/{id}/acknowledgement", {
    ...shared,
    summary: "Acknowledge a failing endpoint",
    description:
      "Records that someone knows why the endpoint is failing. Replaces any earlier note. Deliveries, retries and alerts continue.",
    body: acknowledgementInput,
    answers: { 200: ["The acknowledgement", acknowledgementAnswer] },
    problems: ["conflict", "wrong-state"],
    async handle({ params, body, caller }, services) {
      const { endpointHealth, endpointAttention, clock } = services;
      const subscription = await ownSubscription(services, caller, params);
      const given = { at: clock.now(), by: shownCaller(caller), note: body.note };
      const acknowledged = await acknowledge(endpointHealth, subscription, given);
      if (acknowledged === undefined)
        throw new RequestError("wrong-state", "This endpoint isn't failing, so there is nothing to acknowledge.");
      endpointAttention.forget();
      return acknowledgementView(acknowledged);
    },
  }),

  endpoint("withdrawAcknowledgement", "delete", "/v1/subscriptions/{id}/acknowledgement", {
    ...shared,
    summary: "Withdraw an acknowledgement",
    description: "Succeeds even if there is no acknowledgement.",
    answers: { 204: "Withdrawn" },
    problems: ["conflict"],
    async handle({ params, caller }, services) {
      await withdrawAcknowledgement(services.endpointHealth, await ownSubscription(services, caller, params));
      services.endpointAttention.forget();
    },
  }),
];
