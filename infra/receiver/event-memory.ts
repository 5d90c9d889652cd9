import type { BridgeEvent } from "../../docs/types/feedhook-events.d.ts";

/** Whether an event is new. `duplicate`: it was handled already. `stale`: a newer event of its record was. */
export type Verdict = "new" | "duplicate" | "stale";

/**
 * A receiver's memory of the events that it has handled. If you keep it in the database that your work writes to, it
 * survives a restart and is shared by all of your processes.
 */
export type EventMemory = {
  judge(event: BridgeEvent): Verdict | Promise<Verdict>;
  /** Called once the event is handled. An event that failed is sent again and must then count as new. */
  remember(event: BridgeEvent): void | Promise<void>;
};

/**
 * A memory in this process: the newest `limit` events, and the newest `seq` of as many records. It is lost when the
 * process ends.
 */
export function createMemory(limit = 10_000): EventMemory {
  const ids = new Set<string>();
  const newest = new Map<string, number>();
  return {
    judge: (event) => {
      if (ids.has(event.id)) return "duplicate";
      const seq = newest.get(recordOf(event) ?? "");
      return seq !== undefined && event.subject.seq < seq ? "stale" : "new";
    },
    remember: (event) => {
      ids.add(event.id);
      forgetOldest(ids, limit);
      const record = recordOf(event);
      if (record === undefined) return;
      const seq = Math.max(newest.get(record) ?? 0, event.subject.seq);
      // Moved to the end, so that the record whose last event is the oldest is removed first.
      newest.delete(record);
      newest.set(record, seq);
      forgetOldest(newest, limit);
    },
  };
}

/** The record that an event is about; undefined if it isn't about a record that can change. */
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
