import type { Clock } from "../../kernel/ports/clock.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { Metrics } from "../../kernel/ports/metrics.ts";
import type { PressureGauge } from "./pressure-gauge.ts";

/** Requests that make a stretch, whose p95 is compared. */
const stretch = 50;
/** Requests in a row without an answer after which the instance itself is unwell, not a route. */
const silence = 20;

export type PressureWatchParts = {
  readonly gauge: Pick<PressureGauge, "open" | "tookUsually">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
};

type Watched = { since: number; took: number[]; unanswered: number };

/** Watches the requests of this process: when answers take twice as long as usual, and when none come at all. */
export class PressureWatch {
  readonly #parts: PressureWatchParts;
  readonly #watched = new Map<string, Watched>();

  constructor(parts: PressureWatchParts) {
    this.#parts = parts;
  }

  /** Never throws: what it reports is advice, and its loss costs only time. */
  async exchanged(
    instance: string,
    { ms, answered }: { readonly ms: number; readonly answered: boolean },
  ): Promise<void> {
    const now = this.#parts.clock.now();
    const watched = this.#watched.get(instance) ?? { since: now - ms, took: [], unanswered: 0 };
    this.#watched.set(instance, watched);
    try {
      if (answered) {
        watched.unanswered = 0;
        await this.#answered(instance, watched, ms, now);
      } else {
        watched.unanswered += 1;
        if (watched.unanswered >= silence) await this.#silent(instance, watched);
      }
    } catch (error) {
      this.#parts.logger.error("source.pressure_not_told", error, { instance });
    }
  }

  async #answered(instance: string, watched: Watched, ms: number, now: number): Promise<void> {
    watched.took.push(ms);
    if (watched.took.length < stretch) return;
    const { took, since } = watched;
    watched.took = [];
    watched.since = now;
    const p95 = took.sort((one, other) => one - other)[Math.floor(stretch * 0.95)] ?? 0;
    if ((await this.#parts.gauge.tookUsually(instance, p95, since)) === "slow") {
      this.#parts.logger.warn("source.slow", { instance, p95 });
    }
  }

  async #silent(instance: string, watched: Watched): Promise<void> {
    watched.unanswered = 0;
    const ms = await this.#parts.gauge.open(instance);
    if (ms === 0) return;
    this.#parts.logger.warn("source.left_alone", { instance, ms });
    this.#parts.metrics.record("source.breaker_opened", 1, instance);
  }
}
