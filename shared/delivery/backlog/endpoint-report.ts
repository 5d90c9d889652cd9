import { defined } from "../../kernel/defined.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { CircuitStore } from "../endpoint/circuit-store.ts";
import { type EndpointCircuit, newCircuit } from "../endpoint/endpoint-circuit.ts";
import type { EndpointItem, LastFailure } from "../endpoint/endpoint-item.ts";
import type { AttemptStatistics } from "../statistics/attempt-statistics.ts";
import type { EndpointStatistics } from "../statistics/statistics-item.ts";
import type { Backlog } from "./backlog.ts";

type Parts = {
  readonly circuits: Pick<CircuitStore, "find" | "findAll">;
  readonly statistics: Pick<AttemptStatistics, "of">;
  readonly backlog: Pick<Backlog, "rows">;
  readonly clock: Clock;
};

/** The condition of an endpoint, for its owner; times in unix ms. */
export type EndpointSummary = {
  readonly state: EndpointCircuit["state"];
  /** When the state began; absent if the state has never changed. */
  readonly since?: number;
  readonly lane: "fast" | "slow";
  /** Failures in a row. */
  readonly failures: number;
  /** How many of the newest 20 counted attempts failed. */
  readonly recentFailures: number;
  readonly nextProbeAt?: number;
  readonly lastFailure?: LastFailure;
} & EndpointStatistics;

export type EndpointReport = EndpointSummary & {
  /**
   * The number of deliveries that are `held` for the endpoint or `waiting` for their time; `more` if there are too many
   * to count.
   */
  readonly backlog: { readonly held: number; readonly waiting: number; readonly more: boolean };
};

/** The most rows that are counted: counting more would cost more reads than the number is worth. */
const counted = 1_000;

/** Reports the condition of endpoints from their circuits and backlogs. */
export class EndpointReports {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async of(subscription: Subscription): Promise<EndpointReport> {
    const { circuits, statistics, clock } = this.#parts;
    const { partner, id } = subscription;
    const [known, [windows], backlog] = await Promise.all([
      circuits.find({ partner, subscription: id }),
      statistics.of([id]),
      this.#backlog(id),
    ]);
    return { ...summaryOf(subscription, known, clock.now()), ...windows, backlog };
  }

  /** Reports many endpoints without their backlogs, because counting those for a list would cost too much. */
  async ofAll(
    subscriptions: readonly Subscription[],
  ): Promise<readonly { readonly subscription: Subscription; readonly endpoint: EndpointSummary }[]> {
    const { circuits, statistics, clock } = this.#parts;
    const [known, windows] = await Promise.all([
      circuits.findAll(subscriptions.map(({ partner, id }) => ({ partner, subscription: id }))),
      statistics.of(subscriptions.map(({ id }) => id)),
    ]);
    return subscriptions.map((subscription, at) => {
      return { subscription, endpoint: { ...summaryOf(subscription, known[at], clock.now()), ...windows[at] } };
    });
  }

  async #backlog(subscription: string): Promise<EndpointReport["backlog"]> {
    let [held, waiting] = [0, 0];
    for await (const row of this.#parts.backlog.rows(subscription, { few: counted })) {
      if (held + waiting === counted) return { held, waiting, more: true };
      if (row.held === true) held += 1;
      else waiting += 1;
    }
    return { held, waiting, more: false };
  }
}

function summaryOf(
  { status }: Pick<Subscription, "status">,
  { circuit = newCircuit, lastFailure }: Pick<EndpointItem, "circuit" | "lastFailure"> = {},
  now: number,
): EndpointSummary {
  const { state, since, slowUntil, failures, recent, probeAt } = circuit;
  return {
    // A disabled subscription is shown as disabled even before its circuit follows.
    state: status === "disabled" ? "disabled" : state,
    lane: (slowUntil ?? 0) > now ? "slow" : "fast",
    failures,
    recentFailures: recent.filter(({ ok }) => !ok).length,
    ...defined({ since: since === 0 ? undefined : since, nextProbeAt: probeAt, lastFailure }),
  };
}
