import { backlogKey } from "../../delivery/backlog/backlog.ts";
import { type DeliveryRow, deliveryKey, deliveryRow, isOnRequest } from "../../delivery/rows/delivery-row.ts";
import { isFor, isOperational, SubscriptionIndex, typeMatches } from "../../fanout/subscription-index.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item, TableReader } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { ExpectedEvent } from "./record-trace.ts";

/** Only pings fail for good, and those aren't explained. */
type DeliveryState = Exclude<DeliveryRow["state"], "failed">;

/** What became of an event for a subscription. */
export type Outcome =
  /** The state of its delivery, or of a replay of it if that came further. */
  | DeliveryState
  /** It waits in a pull subscription to be fetched. */
  | "waitingToBeFetched"
  /** It is for this subscription, and nothing was recorded yet. */
  | "noAttempt"
  /** Today's settings want it and nothing was recorded: they were changed after the event, and those of then aren't kept. */
  | "changedSince"
  /** The event is older than the subscription. */
  | "youngerThanEvent"
  | "disabled"
  | "baselineNotWanted"
  | "filtered"
  /** It asks for other types, or for other instances. */
  | "typeNotAsked"
  | "instanceNotAsked";

export type Verdict = { readonly subscription: string; readonly outcome: Outcome };
export type EventVerdicts = { readonly event: string; readonly verdicts: readonly Verdict[] };

/** The `deliveries` table. */
type Deliveries = Pick<TableReader, "query" | "getAll">;

/** Verdicts of one answer: each takes a query or two. */
const mostVerdicts = 1_000;

/** For each event, lists every subscription that is `judged`, and why it got the event or didn't. */
export async function verdictsOf(
  deliveries: Deliveries,
  instance: string,
  events: readonly ExpectedEvent[],
  judged: (event: ExpectedEvent) => readonly Subscription[],
): Promise<readonly EventVerdicts[]> {
  const mostOfOne = Math.floor(mostVerdicts / Math.max(events.length, 1));
  return Promise.all(
    events.map(async (event) => {
      const judgedHere = judged(event).slice(0, mostOfOne);
      const verdicts = judgedHere.map(async (one) => ({
        subscription: one.id,
        outcome: (await recordedOutcome(deliveries, one, event)) ?? reasonForNone(one, instance, event),
      }));
      return { event: event.id, verdicts: await Promise.all(verdicts) };
    }),
  );
}

export function asksForType({ eventTypes }: Pick<Subscription, "eventTypes">, type: string): boolean {
  return eventTypes.some((pattern) => typeMatches(pattern, type));
}

/** Replays of one event that are read for a verdict: a key may start another one every second. */
const mostReplays = 3;

/** Reads the first delivery and the newest replays: an event that was replayed has arrived, whatever became of its first delivery. */
async function recordedOutcome(
  deliveries: Deliveries,
  { id: subscription, kind }: Subscription,
  { id: event }: ExpectedEvent,
): Promise<Outcome | undefined> {
  const first = { subscription, event, run: "0" };
  const { pk, sk } = deliveryKey(first);
  // Runs sort by their beginning, and the first delivery's before all others.
  const newest: Item[] = [];
  const query = { pk, prefix: `${event}#`, consistent: true, descending: true, limit: mostReplays };
  for await (const item of queryAll(deliveries, query)) {
    if (newest.push(item) === mostReplays) break;
  }
  const missing = newest.length < mostReplays || newest.at(-1)?.sk === sk ? [] : [{ pk, sk }];
  const [firstRow] = await deliveries.getAll(missing, { consistent: true });
  const rows = [...newest, ...(firstRow === undefined ? [] : [firstRow])];
  const states = rows.flatMap((item): DeliveryState[] => {
    const row = parseStored(deliveryRow, item, `delivery of ${event} to ${subscription}`);
    return isOnRequest(row) || row.state === "failed" ? [] : [row.state];
  });
  if (states.includes("delivered")) return "delivered";
  if (kind === "pull") {
    const [waiting] = await deliveries.getAll([backlogKey(first)]);
    if (waiting !== undefined) return "waitingToBeFetched";
  }
  return states[0];
}

function reasonForNone(one: Subscription, instance: string, { type, detectedAt, stored }: ExpectedEvent): Outcome {
  if (one.createdAt > detectedAt) return "youngerThanEvent";
  if (!asksForType(one, type)) return "typeNotAsked";
  if (one.instances !== undefined && !one.instances.includes(instance)) return "instanceNotAsked";
  if (one.status !== "active") return "disabled";
  const none = one.updatedAt > detectedAt ? "changedSince" : "noAttempt";
  if (stored === undefined) return none;
  const { envelope } = stored;
  const [candidate] = new SubscriptionIndex([one]).candidates(envelope.type);
  if (candidate !== undefined && isFor(candidate, envelope)) return none;
  const baseline = envelope.baseline === true && !one.baseline && !isOperational(envelope.type);
  return baseline ? "baselineNotWanted" : "filtered";
}
