import type { Clock } from "../../kernel/ports/clock.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { Backlog } from "../backlog/backlog.ts";
import type { CircuitStore } from "./circuit-store.ts";
import { type EndpointCircuit, newCircuit } from "./endpoint-circuit.ts";

type Parts = {
  readonly health: Pick<CircuitStore, "read" | "readAll">;
  readonly backlog: Pick<Backlog, "rows">;
  readonly clock: Clock;
};

/** How an endpoint is doing, for its owner; instants unix ms. */
export type EndpointSummary = {
  readonly state: EndpointCircuit["state"];
  /** Absent of an endpoint that never failed. */
  readonly since?: number;
  readonly lane: "fast" | "slow";
  /** Failures in a row. */
  readonly failures: number;
  /** Of the newest 20 attempts that were counted, those that failed. */
  readonly recentFailures: number;
  readonly nextProbeAt?: number;
};

export type EndpointReport = EndpointSummary & {
  /** In the backlog: `held` for the endpoint, `waiting` for their time; `more` where they are too many to count. */
  readonly backlog: { readonly held: number; readonly waiting: number; readonly more: boolean };
};

/** Rows that are counted: reading more for a number would cost more than it tells. */
const counted = 1_000;

export class EndpointReports {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async of(subscription: Subscription): Promise<EndpointReport> {
    const { health, clock } = this.#parts;
    const { partner, id } = subscription;
    const known = await health.read({ partner, subscription: id });
    return { ...summaryOf(subscription, known, clock.now()), backlog: await this.#backlog(id) };
  }

  /** Of many, without their backlogs: those are too much to count for a list. */
  async ofAll(
    subscriptions: readonly Subscription[],
  ): Promise<readonly { readonly subscription: Subscription; readonly endpoint: EndpointSummary }[]> {
    const { health, clock } = this.#parts;
    const known = await health.readAll(subscriptions.map(({ partner, id }) => ({ partner, subscription: id })));
    return subscriptions.map((subscription, at) => {
      return { subscription, endpoint: summaryOf(subscription, known[at] ?? newCircuit, clock.now()) };
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

function summaryOf({ status }: Pick<Subscription, "status">, health: EndpointCircuit, now: number): EndpointSummary {
  return {
    // The subscription's word holds, also before its endpoint heard of it.
    state: status === "disabled" ? "disabled" : health.state,
    ...(health.since === 0 ? {} : { since: health.since }),
    lane: (health.slowUntil ?? 0) > now ? "slow" : "fast",
    failures: health.failures,
    recentFailures: health.recent.filter(({ ok }) => !ok).length,
    ...(health.probeAt === undefined ? {} : { nextProbeAt: health.probeAt }),
  };
}
