import type { BridgeEvent } from "../../docs/types/feedhook-events.d.ts";
import { type CompletenessHour, createHourDigests, type HourDifference } from "./hour-digests.ts";

/** `duplicate`: the event was already handled. `stale`: a newer event of its record was handled. */
export type Verdict = "new" | "duplicate" | "stale";

/**
 * A receiver's memory of the events that it has handled. In the database that your handler writes to, the memory
 * survives restarts, and all your processes share it.
 */
export type EventMemory = {
  judge(event: BridgeEvent): Verdict | Promise<Verdict>;
  /**
   * Called after the event was handled, or was dropped as stale. An event that failed is sent again and must then count
   * as new.
   */
  remember(event: BridgeEvent): void | Promise<void>;
};

export type ProcessMemory = EventMemory & {
  /**
   * The hours in which the received events differ from the delivered ones. `items` are the `hours` of `GET
   * /v1/subscriptions/{id}/completeness`. Compares only whole, settled hours that the memory covers.
   */
  differentHours(items: readonly CompletenessHour[]): readonly HourDifference[];
};

/** 31 days. */
const hoursKept = 744;

/**
 * A memory in this process: the newest `limit` events, the newest `seq` of as many records, and the digests of the
 * newest `hours` hours, which include forgotten events. It is lost when the process ends. It must get every event that
 * was detected at or after `since` (unix ms).
 */
export function createMemory(limit = 10_000, { hours = hoursKept, since = Date.now() } = {}): ProcessMemory {
  const ids = new Set<string>();
  const newest = new Map<string, number>();
  const digests = createHourDigests(hours, since);
  return {
    judge: (event) => {
      if (ids.has(event.id)) return "duplicate";
      const seq = newest.get(recordOf(event) ?? "");
      return seq !== undefined && event.subject.seq < seq ? "stale" : "new";
    },
    remember: async (event) => {
      // A replay may be handled again, but its hour must not count it twice.
      const isNew = !ids.has(event.id);
      ids.add(event.id);
      forgetOldest(ids, limit);
      const record = recordOf(event);
      if (record !== undefined) {
        const seq = Math.max(newest.get(record) ?? 0, event.subject.seq);
        // Moves the record to the end, so that the record without an event for the longest time is removed first.
        newest.delete(record);
        newest.set(record, seq);
        forgetOldest(newest, limit);
      }
      if (isNew) await digests.add(event);
    },
    differentHours: digests.differentHours,
  };
}

/** Undefined if the event isn't about a record that can change. */
export function recordOf({ instance, subject }: Partial<BridgeEvent>): string | undefined {
  if (subject === undefined || subject.type === "bridge" || subject.type === "document_change") return undefined;
  return `${instance ?? ""}/${subject.type}/${subject.id}`;
}

function forgetOldest(kept: Set<string> | Map<string, number>, limit: number): void {
  if (kept.size <= limit) return;
  for (const oldest of kept.keys()) {
    kept.delete(oldest);
    return;
  }
}
