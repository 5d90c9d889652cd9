import type { EventBus } from "../kernel/ports/event-bus.ts";
import type { Metrics } from "../kernel/ports/metrics.ts";
import type { StoredEvent } from "./event-store.ts";

/** Puts events on the bus. Returns the ids of those that the bus refused. */
export async function publishEvents(
  events: readonly StoredEvent[],
  { bus, metrics }: { readonly bus: EventBus; readonly metrics: Metrics },
): Promise<readonly string[]> {
  if (events.length === 0) return [];
  const entries = events.map(({ envelope, body }) => ({
    id: envelope.id,
    type: envelope.type,
    time: Date.parse(envelope.detectedAt),
    detail: body,
  }));
  const { refused } = await bus.publish(entries);
  const accepted = events.filter(({ envelope }) => !refused.includes(envelope.id));
  for (const [instance, count] of countByInstance(accepted)) metrics.record("events.published", count, instance);
  return refused;
}

function countByInstance(events: readonly StoredEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { envelope } of events) counts.set(envelope.instance, (counts.get(envelope.instance) ?? 0) + 1);
  return counts;
}
