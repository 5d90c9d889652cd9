import type { Random } from "../store/random.ts";

/** The share of requests that fail during a burst. */
const failing = 0.7;

/**
 * Times at which most requests fail, as behind a server that is being restarted. They come by the clock, whatever the
 * number of requests.
 */
export class FaultBursts {
  readonly #random: Random;
  readonly #now: () => number;
  #from = 0;
  #until: number;

  constructor(random: Random, now: () => number) {
    this.#random = random;
    this.#now = now;
    this.#until = now();
  }

  /** Whether a request that comes now fails, so that `share` of steadily coming ones do. A burst takes up to `longest` ms. */
  strikes(share: number, longest: number): boolean {
    if (share === 0) return false;
    const now = this.#now();
    while (this.#until <= now) this.#next(share, Math.max(1, longest));
    return now >= this.#from && this.#random() < failing;
  }

  /** A fifth of `longest` at least; the mean pause makes the bursts' part of all time `share` / `failing`. */
  #next(share: number, longest: number): void {
    const meanPause = 0.6 * longest * Math.max(0, failing / share - 1);
    this.#from = this.#until + 2 * meanPause * this.#random();
    this.#until = this.#from + longest * (0.2 + 0.8 * this.#random());
  }
}
