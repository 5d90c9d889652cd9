import type { TypeIndex } from "../../../shared/fanout/subscription-index.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { eventId } from "../../../shared/kernel/event-id.ts";
import { EventPlace } from "../../../shared/subscriptions/patterns/event-place.ts";
import { maxSteps } from "../../../shared/subscriptions/patterns/match-pattern.ts";
import { Steps } from "../../../shared/subscriptions/patterns/steps.ts";

export const detectedAt = Date.UTC(2026, 10, 21, 9, 12, 40);

const ids = new Map<string, string>();

/** An event id for the n-th change of a test. Tests ask for the same few, so each is calculated once. */
export function idOf(n: number, at: number = detectedAt): string {
  const name = `${n} ${at}`;
  const known = ids.get(name);
  if (known !== undefined) return known;
  const id = eventId(at, {
    instance: "acme",
    resource: "person",
    owner: "",
    recordId: `per-${n}`,
    seq: 1,
    type: "person.updated",
    factKey: "",
  });
  ids.set(name, id);
  return id;
}

export function anEvent(fields: Partial<Envelope> = {}): Envelope {
  return {
    id: idOf(1),
    type: "person.updated",
    timestamp: "2026-11-21T09:12:33.481Z",
    timestampFrom: "source",
    detectedAt: "2026-11-21T09:12:40.000Z",
    instance: "acme",
    subject: { type: "person", id: "per-1", seq: 7, part: 1 },
    detectedBy: "timeline",
    data: { id: "per-1", status: "active" },
    ...fields,
  };
}

export const possibleFor = (index: TypeIndex, event: Envelope) =>
  index.possible(event, EventPlace.of(event), new Steps(maxSteps));
