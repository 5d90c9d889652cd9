import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { eventId } from "../../../shared/kernel/event-id.ts";

export const detectedAt = Date.UTC(2026, 10, 21, 9, 12, 40);

/** An event id for the n-th change of a test. */
export function idOf(n: number, at: number = detectedAt): string {
  return eventId(at, {
    instance: "acme",
    resource: "person",
    owner: "",
    recordId: `per-${n}`,
    seq: 1,
    type: "person.updated",
    factKey: "",
  });
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
