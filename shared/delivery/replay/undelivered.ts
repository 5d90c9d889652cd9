import { detectedAtOf } from "../../kernel/event-id.ts";
import type { Table } from "../../kernel/ports/table.ts";
import type { StoredEvent } from "../../publishing/event-store.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { backlogKey } from "../backlog/backlog.ts";
import { deliveryRuns } from "../rows/delivery-runs.ts";

/** An event that never arrived, with the state of its newest delivery, or "neverSent". */
type Undelivered = {
  readonly event: StoredEvent;
  readonly state: "waiting" | "blocked" | "held" | "expired" | "neverSent";
};

/**
 * Selects the events that no delivery brought to a subscription. They include events that fan-out or a queue gave up
 * and that have no delivery. `table` is `deliveries`.
 */
export async function undeliveredOf(
  table: Table,
  { id: subscription, kind }: Pick<Subscription, "id" | "kind">,
  events: readonly StoredEvent[],
): Promise<readonly Undelivered[]> {
  const first = events.map(({ envelope }) => ({ subscription, event: envelope.id, run: "0" }));
  // An event that still waits to be fetched would only be in the queue twice.
  const waiting = kind === "pull" ? await table.getAll(first.map(backlogKey)) : [];
  const candidates = events.filter((_, at) => waiting[at] === undefined);
  const states = await Promise.all(candidates.map(({ envelope }) => stateOf(table, subscription, envelope.id)));
  return candidates.flatMap((event, at) => {
    const state = states[at];
    return state === undefined || state === "delivered" ? [] : [{ event, state }];
  });
}

/**
 * The most replays of one event that are read. An event that arrived only with an older replay counts as undelivered,
 * and is sent again.
 */
const mostReplays = 10;

async function stateOf(table: Table, subscription: string, event: string) {
  if (detectedAtOf(event) === undefined) return undefined;
  let newest: Undelivered["state"] = "neverSent";
  for (const { state } of await deliveryRuns(table, { subscription, event, mostReplays })) {
    if (state === "delivered") return state;
    // Only pings and examples end as failed, and they can't be replayed.
    if (state !== "failed") newest = state;
  }
  return newest;
}
