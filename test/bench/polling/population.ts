import type { Randomness } from "../../../shared/kernel/ports/randomness.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";

export const days = 86_400_000;

export type Pattern = "poisson" | "bursty";

/**
 * The changes per day of the median active owner, the spread of the rates, and the share of owners that never change.
 */
export const medianPerDay = 0.05;
const sigma = 2.3;
const dormantPart = 0.3;
/** Bursts: with this probability another change follows, this many ms later on average. */
const followingPart = 0.6;
const followingGap = 10 * 60_000;
/** How far the journals reach back, and how many of an owner's latest changes are drawn. */
const historySpan = 365 * days;
const mostHistory = 2_000;

/**
 * Owners whose documents change: rates per ms and, per owner, the time of the next change. It takes 20 bytes per owner.
 */
export class Population {
  readonly size: number;
  readonly rates: Float64Array;
  readonly pattern: Pattern;
  readonly #next: Float64Array;
  readonly #chance: Randomness;

  constructor(size: number, pattern: Pattern, seed: number) {
    this.size = size;
    this.pattern = pattern;
    this.#chance = new SeededRandomness(seed);
    this.#next = new Float64Array(size);
    this.rates = Float64Array.from({ length: size }, () =>
      this.#chance.fraction() < dormantPart ? 0 : (medianPerDay * Math.exp(sigma * this.#normal())) / days,
    );
  }

  /** Mean changes per ms in the long run, because bursts take time too. */
  meanRate(owner: number): number {
    const rate = this.rates[owner] ?? 0;
    if (rate === 0 || this.pattern === "poisson") return rate;
    const changes = 1 / (1 - followingPart);
    return changes / (changes / rate + (changes - 1) * followingGap);
  }

  /** When the owner's documents changed before `now`, according to its journal, and since when that is complete. */
  history(owner: number, now: number): { readonly times: readonly number[]; readonly since: number } {
    const rate = this.meanRate(owner);
    const span = rate === 0 ? historySpan : Math.min(historySpan, mostHistory / rate);
    const times: number[] = [];
    let at = now - span + this.#gapAfterQuiet(owner);
    while (at <= now) {
      times.push(at);
      at += this.#gap(owner);
    }
    this.#next[owner] = at;
    return { times, since: now - span };
  }

  /** The changes up to `now`, each once. */
  take(owner: number, now: number, found: (at: number) => void): void {
    let at = this.#next[owner] ?? Number.POSITIVE_INFINITY;
    while (at <= now) {
      found(at);
      at += this.#gap(owner);
    }
    this.#next[owner] = at;
  }

  #gap(owner: number): number {
    if (this.pattern === "bursty" && this.#chance.fraction() < followingPart) return this.#exponential(followingGap);
    return this.#gapAfterQuiet(owner);
  }

  #gapAfterQuiet(owner: number): number {
    const rate = this.rates[owner] ?? 0;
    if (rate === 0) return Number.POSITIVE_INFINITY;
    return this.#exponential(1 / (this.pattern === "bursty" ? rate * (1 - followingPart) : rate));
  }

  #exponential = (mean: number): number => -Math.log(1 - this.#chance.fraction()) * mean;

  #normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.#chance.fraction()));
    return radius * Math.cos(2 * Math.PI * this.#chance.fraction());
  }
}
