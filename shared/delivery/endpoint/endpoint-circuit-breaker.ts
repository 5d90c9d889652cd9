import { KeyedBatcher } from "../../kernel/keyed-batcher.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { CircuitStore } from "./circuit-store.ts";
import { type EndpointCircuit, type Outcome, withOutcomes } from "./endpoint-circuit.ts";
import type { EndpointId } from "./endpoint-item.ts";
import type { EndpointNotices } from "./endpoint-notices.ts";

type Parts = {
  readonly health: Pick<CircuitStore, "read" | "change">;
  readonly notices: Pick<EndpointNotices, "recovered">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timings: Timings;
  /** Ms until what another worker wrote of a healthy endpoint is seen. */
  readonly maxAge: number;
  /** Endpoints remembered; above it the oldest go. */
  readonly capacity: number;
};

type View = { readonly readAt: number; readonly health: Promise<EndpointCircuit> };
type Told = EndpointId & { readonly outcome: Outcome };

/** Ms until a change of an endpoint in trouble is seen: what is held of one that has recovered is late. */
const troubledAge = 1_000;

/** Successes that are remembered of a healthy endpoint: as many as a verdict looks at. */
const successes = 20;

/** What this worker knows of endpoints' health, and what it has to add. */
export class EndpointCircuitBreaker {
  readonly #parts: Parts;
  readonly #views = new Map<string, View>();
  /** Successes of healthy endpoints aren't written; they are told with the next failure, which they may outweigh. */
  readonly #untold = new Map<string, Outcome[]>();
  readonly #writing = new KeyedBatcher<Told, void>((key, batch) => this.#write(key, batch));

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async view(endpoint: EndpointId): Promise<EndpointCircuit> {
    const { clock, maxAge, health } = this.#parts;
    const key = nameOf(endpoint);
    const known = this.#views.get(key);
    if (known !== undefined) {
      const standing = await known.health;
      const age = clock.now() - known.readAt;
      // Below zero: the clock was set back.
      if (age >= 0 && age < (isTroubled(standing) ? Math.min(troubledAge, maxAge) : maxAge)) return standing;
    }
    const reading = health.read(endpoint);
    this.#remember(key, reading);
    reading.catch(() => this.#views.delete(key));
    return reading;
  }

  forget(endpoint: EndpointId): void {
    this.#views.delete(nameOf(endpoint));
  }

  /** Takes an outcome into account. Never throws: one that is lost changes no verdict for long, a repeated POST is worse. */
  async record(endpoint: EndpointId, outcome: Outcome): Promise<void> {
    const key = nameOf(endpoint);
    try {
      if (outcome.ok && !isTroubled(await this.view(endpoint))) {
        const untold = this.#untold.get(key);
        if (untold === undefined) this.#untold.set(key, [outcome]);
        else if (untold.push(outcome) > successes) untold.shift();
        return;
      }
      await this.#writing.add(key, { ...endpoint, outcome });
    } catch (failure) {
      this.#parts.logger.error("endpoint.health_unwritten", failure, { subscription: endpoint.subscription });
    }
  }

  /** It ran into the fast lane's deadline: it is served in the slow lane for a while. */
  async slowDown(endpoint: EndpointId): Promise<void> {
    const { health, clock, timings, logger } = this.#parts;
    const slowUntil = clock.now() + timings.slowLane;
    const { before, after } = await health.change(endpoint, (standing) =>
      // One of many that ran into it together says it for all.
      (standing.slowUntil ?? 0) > slowUntil - timings.slowLane / 2 ? undefined : { ...standing, slowUntil },
    );
    if (before !== after) logger.info("endpoint.slow", { subscription: endpoint.subscription });
    this.#remember(nameOf(endpoint), Promise.resolve(after));
  }

  async #write(key: string, batch: readonly Told[]): Promise<void> {
    const { health, notices, logger, timings } = this.#parts;
    const [first] = batch;
    if (first === undefined) return;
    const { partner, subscription } = first;
    const untold = this.#untold.get(key) ?? [];
    this.#untold.delete(key);
    const outcomes = [...untold, ...batch.map(({ outcome }) => outcome)].sort((one, other) => one.at - other.at);
    const { before, after } = await health.change({ partner, subscription }, (standing) =>
      withOutcomes(standing, outcomes, timings),
    );
    this.#remember(key, Promise.resolve(after));
    if (before.state === after.state) return;
    logger.warn("endpoint.state", { subscription, from: before.state, to: after.state });
    // Who wasn't told of the outage needn't hear of its end.
    if (after.state === "healthy" && before.told !== undefined)
      await notices.recovered({ partner, subscription }, before);
  }

  #remember(key: string, health: Promise<EndpointCircuit>): void {
    const { clock, capacity } = this.#parts;
    this.#views.delete(key);
    this.#views.set(key, { readAt: clock.now(), health });
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= capacity) break;
      this.#views.delete(oldest);
      this.#untold.delete(oldest);
    }
  }
}

/** Whether its successes are to be written: they end an outage, or a row of failures. */
function isTroubled({ state, failures }: EndpointCircuit): boolean {
  return state !== "healthy" || failures > 0;
}

function nameOf({ partner, subscription }: EndpointId): string {
  return `${partner}/${subscription}`;
}
