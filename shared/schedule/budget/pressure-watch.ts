import type { Context } from "../../kernel/context.ts";
import type { PressureGauge } from "./pressure-gauge.ts";

/** How many requests with a response make up a run. The run's p95 is compared with the usual one. */
const runLength = 50;
/** This many consecutive requests without a response show that the whole instance is failing, and not just one path. */
const silence = 20;

/**
 * Refusals are pressure if they reach this fraction of the recent requests. If fewer counted, a source that refuses one
 * request in fifty would always be read at the lowest rate.
 */
const refusedShare = 0.08;
const recentRequests = 200;
/** A new process starts as if it had sent this many requests without a refusal. */
const assumed = 20;

type Parts = Context & {
  readonly gauge: PressureGauge;
};

type Watched = {
  since: number;
  took: number[];
  unanswered: number;
  /** How many requests of the run got no usable response, not counting those refused because of load. */
  failed: number;
  /** Decayed sums of recent requests: all (`sent`), and those refused because of load (`refused`). */
  sent: number;
  refused: number;
};

export class PressureWatch {
  readonly #parts: Parts;
  readonly #watched = new Map<string, Watched>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Never throws: if a report is lost, the bridge only reacts later. */
  async exchanged(
    instance: string,
    { ms, answered, fault }: { readonly ms: number; readonly answered: boolean; readonly fault?: string | undefined },
  ): Promise<void> {
    const now = this.#parts.clock.now();
    // `ms` may have a fractional part, but times are in whole milliseconds.
    const watched = this.#of(instance, Math.floor(now - ms));
    const fades = 1 - 1 / recentRequests;
    watched.sent = watched.sent * fades + 1;
    watched.refused *= fades;
    if (fault !== undefined) watched.failed += 1;
    try {
      if (answered) {
        watched.unanswered = 0;
        await this.#answered(instance, watched, ms, now);
      } else {
        watched.unanswered += 1;
        if (watched.unanswered >= silence) await this.#silent(instance, watched);
      }
    } catch (error) {
      this.#parts.logger.error("source.pressure_not_reported", error, { instance });
    }
  }

  /**
   * Call this after {@link exchanged}. Only a 429 can hold the instance, because a 503 concerns only the requested
   * list. Never throws.
   */
  async refused(instance: string, status: 429 | 503, retryAfterMs: number | undefined): Promise<void> {
    const watched = this.#of(instance, this.#parts.clock.now());
    watched.refused += 1;
    watched.failed = Math.max(0, watched.failed - 1);
    try {
      if (status === 429 && retryAfterMs !== undefined) await this.#parts.gauge.hold(instance, retryAfterMs);
      if (watched.refused >= refusedShare * watched.sent) await this.#parts.gauge.report(instance);
    } catch (error) {
      this.#parts.logger.error("source.pressure_not_reported", error, { instance });
    }
  }

  #of(instance: string, since: number): Watched {
    const watched = this.#watched.get(instance) ?? {
      since,
      took: [],
      unanswered: 0,
      failed: 0,
      sent: assumed,
      refused: 0,
    };
    this.#watched.set(instance, watched);
    return watched;
  }

  async #answered(instance: string, watched: Watched, ms: number, now: number): Promise<void> {
    watched.took.push(ms);
    if (watched.took.length < runLength) return;
    const { took, since, failed } = watched;
    watched.took = [];
    watched.failed = 0;
    watched.since = now;
    const part = failed / (took.length + failed);
    if (await this.#parts.gauge.isWorse(instance, "failing", part, since)) {
      this.#parts.logger.warn("source.failing", { instance, part: Math.round(part * 100) / 100 });
    }
    const p95 = took.sort((one, other) => one - other)[Math.floor(runLength * 0.95)] ?? 0;
    if (await this.#parts.gauge.isWorse(instance, "slow", p95, since)) {
      this.#parts.logger.warn("source.slow", { instance, p95 });
    }
  }

  async #silent(instance: string, watched: Watched): Promise<void> {
    watched.unanswered = 0;
    // These failures don't count as pressure, because a lower rate can't help a source that doesn't respond at all.
    watched.failed = 0;
    const ms = await this.#parts.gauge.open(instance);
    if (ms === 0) return;
    this.#parts.logger.warn("source.left_alone", { instance, ms });
    this.#parts.metrics.record("source.breaker_opened", 1, instance);
  }
}
