import type { Clock } from "../../../shared/kernel/ports/clock.ts";

/** A count is reused for this many times as long as it took, so that it takes at most 2 % of the thread's time. */
const reusePerCount = 50;
/** How long (ms) a count is reused at least, because the portal may ask every second. */
const shortestReuse = 10_000;
/** How long (ms) a count is reused at most, because the clock may jump and the machine may sleep during a count. */
const longestReuse = 900_000;

/** Reuses a count that reads a whole table. Callers that ask during a count wait for the same one. */
export class ReusedCount<T> {
  readonly #clock: Clock;
  readonly #count: () => Promise<T>;
  #last: { readonly at: number; readonly lasts: number; readonly counts: T } | undefined;
  #underWay: Promise<T> | undefined;

  constructor(clock: Clock, count: () => Promise<T>) {
    this.#clock = clock;
    this.#count = count;
  }

  async get(): Promise<T> {
    const last = this.#last;
    if (last !== undefined && Math.abs(this.#clock.now() - last.at) < last.lasts) return last.counts;
    this.#underWay ??= this.#renewed().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  async #renewed(): Promise<T> {
    const since = this.#clock.now();
    const counts = await this.#count();
    const at = this.#clock.now();
    const lasts = Math.min(longestReuse, Math.max(shortestReuse, (at - since) * reusePerCount));
    this.#last = { at, lasts, counts };
    return counts;
  }
}
