import { createContainer } from "../../functions/runtime/container.ts";
import type { Engine } from "../../functions/runtime/engine.ts";
import { eventStore } from "../../functions/runtime/services/publishing.ts";
import { subscriptionStore } from "../../functions/runtime/services/subscriptions.ts";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { operatorPartner } from "../../shared/partners/partner-key.ts";

/** Creates an operator's subscription to `url`, without a baseline. */
export function subscribe(engine: Engine, url: string, fields: { readonly ordered?: boolean } = {}) {
  const settings = { url, eventTypes: ["*"], baseline: false, status: "active" as const, ...fields };
  return createContainer(engine).get(subscriptionStore).create(operatorPartner, settings);
}

/** Stores events as publish does, and returns them with their bodies. */
export async function storeEvents(engine: Engine, ...envelopes: readonly Envelope[]) {
  const events = envelopes.map((envelope) => ({ envelope, body: JSON.stringify(envelope) }));
  await createContainer(engine).get(eventStore).put(events);
  return events;
}
