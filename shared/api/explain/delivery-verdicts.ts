import { backlogKey } from "../../delivery/backlog/backlog.ts";
import { type DeliveryRow, deliveryRuns, isOnRequest } from "../../delivery/rows/delivery-row.ts";
import { type Candidate, EventJudge, SubscriptionIndex, stepsPerTurn } from "../../fanout/subscription-index.ts";
import { isOperational, typeMatches } from "../../kernel/catalogue.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import type { TableReader } from "../../kernel/ports/table.ts";
import { WorkTurn } from "../../kernel/work-turn.ts";
import { type Subscription, wantsInstance } from "../../subscriptions/subscription.ts";
import type { Undelivered } from "./finding-text.ts";
import type { ExpectedEvent } from "./record-trace.ts";

/** Only pings and examples end as failed, and they aren't explained. */
type DeliveryState = Exclude<DeliveryRow["state"], "failed">;

export type Outcome = Undelivered | "delivered";

export type Verdict = { readonly subscription: string; readonly outcome: Outcome };
export type EventVerdicts = { readonly event: string; readonly verdicts: readonly Verdict[] };

/** The maximum number of verdicts in one response: each takes a query or two. */
const mostVerdicts = 1_000;

/** Leaves out subscriptions if there would be more than `mostVerdicts`. */
export async function verdictsOf(
  deliveries: TableReader,
  instance: string,
  events: readonly ExpectedEvent[],
  judged: (event: ExpectedEvent) => readonly Subscription[],
): Promise<readonly EventVerdicts[]> {
  const mostOfOne = Math.floor(mostVerdicts / events.length);
  const filters = new SubscriptionFilters();
  const found: EventVerdicts[] = [];
  // Events are judged one at a time, because the queries for all of them would take one long turn.
  for (const event of events) {
    const verdicts = judged(event)
      .slice(0, mostOfOne)
      .map(async (one) => ({
        subscription: one.id,
        outcome:
          (await recordedOutcome(deliveries, one, event)) ?? (await reasonForNone(one, instance, event, filters)),
      }));
    found.push({ event: event.id, verdicts: await Promise.all(verdicts) });
  }
  return found;
}

export function asksForType({ eventTypes }: Subscription, type: string): boolean {
  return eventTypes.some((pattern) => typeMatches(pattern, type));
}

const mostReplays = 3;

/** An event counts as delivered if its first delivery or one of its newest `mostReplays` replays was delivered. */
async function recordedOutcome(
  deliveries: TableReader,
  { id: subscription, kind }: Subscription,
  { id: event }: ExpectedEvent,
): Promise<Outcome | undefined> {
  const rows = await deliveryRuns(deliveries, { subscription, event, mostReplays });
  const states = rows.flatMap((row): DeliveryState[] =>
    isOnRequest(row) || row.state === "failed" ? [] : [row.state],
  );
  if (states.includes("delivered")) return "delivered";
  if (kind === "pull") {
    const [waiting] = await deliveries.getAll([backlogKey({ subscription, event, run: "0" })]);
    if (waiting !== undefined) return "waitingToBeFetched";
  }
  return states.at(-1);
}

async function reasonForNone(
  one: Subscription,
  instance: string,
  { type, detectedAt, stored }: ExpectedEvent,
  filters: SubscriptionFilters,
): Promise<Outcome> {
  if (one.createdAt > detectedAt) return "youngerThanEvent";
  if (!asksForType(one, type)) return "typeNotAsked";
  if (!wantsInstance(one, instance)) return "instanceNotAsked";
  if (one.status !== "active") return "disabled";
  const none = one.updatedAt > detectedAt ? "changedSince" : "noAttempt";
  if (stored === undefined) return none;
  const { envelope } = stored;
  if (await filters.select(one, envelope)) return none;
  const baseline = envelope.baseline === true && !one.baseline && !isOperational(envelope.type);
  return baseline ? "baselineNotWanted" : "filtered";
}

/** Compiling a filter takes about half a millisecond. */
const stepsPerCompilation = stepsPerTurn / 2;

/** Compiles each filter once per request, and judges events in slices. */
export class SubscriptionFilters {
  readonly #turn = new WorkTurn(stepsPerTurn);
  readonly #compiled = new Map<string, SubscriptionIndex>();
  /** The judge of the last event. Events come one at a time, each for all of its subscriptions. */
  #judge: { readonly event: string; readonly judge: EventJudge } | undefined;

  async select(subscription: Subscription, event: Envelope): Promise<boolean> {
    const candidate = await this.#candidateOf(subscription, event.type);
    return candidate !== undefined && (await this.#judgeOf(event).verdictOf(candidate)) !== "differs";
  }

  async #candidateOf(subscription: Subscription, type: string): Promise<Candidate | undefined> {
    return this.#turn.take(() => {
      const known = this.#compiled.get(subscription.id);
      const index = known ?? new SubscriptionIndex([subscription]);
      if (known === undefined) this.#turn.count(stepsPerCompilation);
      this.#compiled.set(subscription.id, index);
      return index.candidates(type)[0];
    });
  }

  #judgeOf(event: Envelope): EventJudge {
    if (this.#judge?.event !== event.id) {
      // A verdict must not depend on the other subscriptions that are judged, so they share no limit.
      this.#judge = { event: event.id, judge: new EventJudge(event, this.#turn, Number.POSITIVE_INFINITY) };
    }
    return this.#judge.judge;
  }
}
