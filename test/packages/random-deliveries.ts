import fc from "fast-check";
import { createMemory } from "../../infra/receiver/event-memory.ts";
import { createReceiver } from "../../infra/receiver/receiver.ts";
import { payloadOf } from "../../shared/delivery/attempt/payload.ts";
import { signatureOf, signingKey } from "../../shared/delivery/attempt/signature.ts";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { anEvent } from "../unit/fanout/an-event.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const another = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;

/** Few records with few changes, so that most deliveries meet an earlier one. */
const event = fc.record({
  type: fc.constantFrom("person", "person", "document", "document_change", "bridge"),
  record: fc.integer({ min: 1, max: 2 }),
  instance: fc.constantFrom("acme", "acme", "globex"),
  seq: fc.integer({ min: 1, max: 6 }),
  part: fc.integer({ min: 0, max: 2 }),
  isExample: fc.constantFrom(true, false, false, false),
});
const delivery = fc.record({
  which: fc.nat(),
  format: fc.constantFrom("envelope" as const, "cloudevents" as const),
  isReplay: fc.boolean(),
  isLate: fc.boolean(),
  // Most are genuine.
  forgery: fc.constantFrom("", "", "", "", "", "", "secret", "body", "old", "no event"),
});

export const randomDeliveries = fc.record({
  events: fc.array(event, { minLength: 10, maxLength: 20 }),
  deliveries: fc.array(delivery, { minLength: 50, maxLength: 150 }),
  options: fc.record({
    dropStale: fc.boolean(),
    handleReplays: fc.boolean(),
    handleExamples: fc.boolean(),
    limit: fc.integer({ min: 1, max: 12 }),
    failEvery: fc.integer({ min: 2, max: 9 }),
  }),
});
type Random = typeof randomDeliveries extends fc.Arbitrary<infer R> ? R : never;

/** The deliveries as the bridge signs and sends them at this time. */
export function signedDeliveries({ events, deliveries }: Random, now: number) {
  return deliveries.map(({ which, format, isReplay, isLate, forgery }) => {
    const number = which % events.length;
    const { type, record, instance, seq, part, isExample } = events[number]!;
    const envelope = {
      ...anEvent({ id: `evt_${number}`, instance }),
      subject: { type, id: `${record}`, seq, part },
      ...(isExample ? { example: true } : {}),
    } as Envelope;
    const text = forgery === "no event" ? "{}" : JSON.stringify(envelope);
    const { body } = payloadOf({ body: text }, forgery === "no event" ? {} : { format });
    const timestamp = Math.floor(now / 1_000) - (forgery === "old" ? 600 : 0);
    const id = envelope.id;
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatureOf([signingKey(forgery === "secret" ? another : secret)], { id, timestamp, body }),
      ...(isReplay ? { "webhook-replay": "true" } : {}),
      ...(isLate ? { "webhook-late": "true" } : {}),
    };
    return { headers, body: `${body.toString()}${forgery === "body" ? " " : ""}` };
  });
}
export type SignedDeliveries = ReturnType<typeof signedDeliveries>;

/** What becomes of the deliveries in the npm kit. */
export async function throughNpmKit(deliveries: SignedDeliveries, options: Random["options"]) {
  const handled: unknown[] = [];
  const receiver = createReceiver({
    ...options,
    secret,
    memory: createMemory(options.limit),
    handle: (each, { isReplay, isLate, isExample }) => {
      handled.push([each, isReplay, isLate, isExample]);
      if (handled.length % options.failEvery === 0) throw new Error("the database is away");
    },
  });
  const receipts: (readonly [number, string])[] = [];
  for (const { headers, body } of deliveries) {
    const { status, outcome } = await receiver.receive(headers, body);
    receipts.push([status, outcome]);
  }
  return { receipts, handled };
}

/** The input of programs/deliveries.py, which prints what becomes of the deliveries in the kit for Python. */
export function inputForPython(deliveries: SignedDeliveries, options: Random["options"]): string {
  return JSON.stringify({ secret, options, deliveries });
}
