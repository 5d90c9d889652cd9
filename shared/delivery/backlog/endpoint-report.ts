import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Table } from "../../kernel/ports/table.ts";
import { WorkTurn } from "../../kernel/work-turn.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { standingAcknowledgement } from "../endpoint/acknowledgement.ts";
import type { CircuitStore } from "../endpoint/circuit-store.ts";
import type { Acknowledgement, EndpointCircuit } from "../endpoint/endpoint-circuit.ts";
import type { EndpointItem, LastFailure } from "../endpoint/endpoint-item.ts";
import { deliveriesOfDay, deliveryRow } from "../rows/delivery-row.ts";
import { longestQueueDelay } from "../rows/retry-plan.ts";
import type { AttemptStatistics } from "../statistics/attempt-statistics.ts";
import type { EndpointStatistics } from "../statistics/statistics-item.ts";
import type { Backlog } from "./backlog.ts";

type Parts = Context & {
  readonly circuits: CircuitStore;
  readonly statistics: AttemptStatistics;
  readonly backlog: Backlog;
  readonly deliveries: Table;
};

/** Times are in unix ms. */
export type EndpointCondition = {
  readonly state: EndpointCircuit["state"];
  /** Absent if the state has never changed, or if the time when the subscription was disabled is unknown. */
  readonly since?: number;
  readonly lane: "fast" | "slow";
  /** The number of consecutive failures. */
  readonly failures: number;
  /** How many of the newest 20 counted attempts failed. */
  readonly recentFailures: number;
  readonly nextProbeAt?: number;
  readonly lastFailure?: LastFailure;
  readonly acknowledged?: Acknowledgement;
};

export type EndpointSummary = EndpointCondition & EndpointStatistics;

export type EndpointReport = EndpointSummary & {
  /** Deliveries `held` for the endpoint, or `waiting` for their due time. If `more` is true, these are minima. */
  readonly backlog: { readonly held: number; readonly waiting: number; readonly more: boolean };
};

/** The most backlog rows that are counted. Counting more isn't worth the reads. */
const counted = 1_000;

/** At most this many of the newest deliveries are searched for queued retries, because their rows are large. */
const searched = 200;
/** How many rows to read before yielding to other work. On a single machine, all requests share a thread. */
const rowsPerTurn = 100;

const day = 86_400_000;

export class EndpointReports {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async of(subscription: Subscription): Promise<EndpointReport> {
    const { circuits, statistics, clock } = this.#parts;
    const { partner, id } = subscription;
    const found = circuits.find({ partner, subscription: id });
    const [known, [windows], backlog] = await Promise.all([
      found,
      statistics.of([id]),
      this.#backlog(subscription, found),
    ]);
    return { ...conditionOf(subscription, known, clock.now()), ...windows, backlog };
  }

  /** Leaves out statistics and the backlog, which take more reads. */
  async conditionOf(subscription: Subscription): Promise<EndpointCondition> {
    const { circuits, clock } = this.#parts;
    const { partner, id } = subscription;
    return conditionOf(subscription, await circuits.find({ partner, subscription: id }), clock.now());
  }

  /** Leaves out the backlogs, because counting them for a list would cost too much. */
  async ofAll(
    subscriptions: readonly Subscription[],
  ): Promise<readonly { readonly subscription: Subscription; readonly endpoint: EndpointSummary }[]> {
    const [all, windows] = await Promise.all([
      this.conditionsOf(subscriptions),
      this.#parts.statistics.of(subscriptions.map(({ id }) => id)),
    ]);
    return all.map(({ subscription, endpoint }, at) => ({ subscription, endpoint: { ...endpoint, ...windows[at] } }));
  }

  /** Leaves out the statistics, which cost five reads per endpoint. */
  async conditionsOf(
    subscriptions: readonly Subscription[],
  ): Promise<readonly { readonly subscription: Subscription; readonly endpoint: EndpointCondition }[]> {
    const { circuits, clock } = this.#parts;
    const known = await circuits.findAll(subscriptions.map(({ partner, id }) => ({ partner, subscription: id })));
    // `findAll` returns one item per endpoint, in this order.
    return known.flatMap((item, at) => {
      const subscription = subscriptions[at];
      return subscription === undefined
        ? []
        : [{ subscription, endpoint: conditionOf(subscription, item, clock.now()) }];
    });
  }

  async #backlog(
    { id: subscription, ordered }: Subscription,
    found: Promise<EndpointItem>,
  ): Promise<EndpointReport["backlog"]> {
    const { backlog, clock } = this.#parts;
    let [held, waiting] = [0, 0];
    const inBacklog = new Set<string>();
    const range = ordered === true ? {} : ({ unordered: true } as const);
    for await (const row of backlog.rows(subscription, { few: counted, ...range })) {
      if (held + waiting === counted) return { held, waiting, more: true };
      if (row.held === true) held += 1;
      else waiting += 1;
      inBacklog.add(`${row.event}#${row.run}`);
    }
    const { lastFailure } = await found;
    const now = clock.now();
    // A queue delays a retry by at most `longestQueueDelay`, counted from the end of the failed attempt.
    const mayBeQueued = lastFailure !== undefined && lastFailure.at + lastFailure.ms + longestQueueDelay >= now;
    const retries = mayBeQueued ? await this.#retries(subscription, now, inBacklog) : { queued: 0, more: false };
    return { held, waiting: waiting + retries.queued, more: retries.more };
  }

  /** Counts queued retries from the deliveries' rows, because a queue can't count the messages for one endpoint. */
  async #retries(subscription: string, now: number, inBacklog: ReadonlySet<string>) {
    const turn = new WorkTurn(rowsPerTurn);
    let [queued, seen] = [0, 0];
    for (const at of [now, now - day]) {
      for await (const item of deliveriesOfDay(this.#parts.deliveries, { subscription, at, few: searched })) {
        if (seen === searched) return { queued, more: true };
        seen += 1;
        const { state, nextAt } = parseStored(deliveryRow, item, `delivery at ${item.pk} ${item.sk}`);
        const isRetried = (state === "waiting" || state === "blocked") && nextAt !== undefined;
        if (isRetried && !inBacklog.has(item.sk)) queued += 1;
        await turn.spend(1);
      }
    }
    return { queued, more: false };
  }
}

function conditionOf(
  { status, disabledAt }: Subscription,
  { circuit, lastFailure }: EndpointItem,
  now: number,
): EndpointCondition {
  const { state, since, slowUntil, failures, recent, probeAt } = circuit;
  return {
    // If the subscription is disabled, so is its endpoint. The circuit follows a moment later.
    ...(status === "disabled"
      ? { state: status, ...defined({ since: disabledAt }) }
      : { state, ...defined({ since: since === 0 ? undefined : since, nextProbeAt: probeAt }) }),
    lane: (slowUntil ?? 0) > now ? "slow" : "fast",
    failures,
    recentFailures: recent.filter(({ ok }) => !ok).length,
    ...defined({ lastFailure, acknowledged: standingAcknowledgement(circuit, lastFailure) }),
  };
}
