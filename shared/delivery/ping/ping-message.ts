import type { Envelope } from "../../kernel/envelope.ts";
import { eventId } from "../../kernel/event-id.ts";
import { isoTime } from "../../kernel/instant.ts";
import type { OperationalPayload } from "../../kernel/operational-payloads.ts";
import { pseudoInstanceOf } from "../../partners/partner-key.ts";
import type { StoredEvent } from "../../publishing/stored-event.ts";
import type { IncomingDelivery } from "../attempt/attempt-answer.ts";
import { exampleRun, pingRun } from "../rows/delivery-row.ts";

/** The event of a `bridge.ping` isn't stored, because it can be derived from this message. */
export function pingMessage(partner: string, subscription: string, now: number): IncomingDelivery {
  const instance = pseudoInstanceOf(partner);
  const recordId = recordIdOf(subscription);
  const identity = { instance, resource: "bridge", owner: "", recordId, seq: 1, type: "bridge.ping", factKey: "" };
  return { subscription, partner, instance, event: eventId(now, identity), run: pingRun, attempt: 1 };
}

export function pingEvent({ subscription, partner, instance, event }: IncomingDelivery, at: number): StoredEvent {
  const time = isoTime(at);
  const envelope: Envelope = {
    id: event,
    type: "bridge.ping",
    timestamp: time,
    timestampFrom: "detected",
    detectedAt: time,
    instance,
    subject: { type: "bridge", id: recordIdOf(subscription), seq: 1, part: 1 },
    data: { subscription } satisfies OperationalPayload<"bridge.ping">,
    detectedBy: "hint",
    partner,
  };
  return { envelope, body: JSON.stringify(envelope) };
}

function recordIdOf(subscription: string): string {
  return `ping:${subscription}`;
}

/** No real instance can have this name, so an example can't be mistaken for a real event. */
export const exampleInstance = "~example";

/** The message contains the event, because examples aren't stored. */
export function exampleMessage(partner: string, subscription: string, example: Envelope): IncomingDelivery {
  const identity = { subscription, partner, instance: exampleInstance, event: example.id, run: exampleRun };
  return { ...identity, attempt: 1, example: JSON.stringify(example) };
}
