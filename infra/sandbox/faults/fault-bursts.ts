import type { Random } from "../store/random.ts";

/** The fraction of requests that fail during a burst. */
const failing = 0.7;

/**
 * Times at which most requests fail, as behind a server that is restarting. They depend on the clock, not on the number
 * of requests.
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

  /**
   * Whether a request at this time fails, so that a fraction `share` of a steady stream of requests does. A burst takes
   * up to `longest` ms.
   */
  strikes(share: number, longest: number): boolean {
    if (share === 0) return false;
    const now = this.#now();
    while (this.#until <= now) this.#next(share, Math.max(1, longest));
    return now >= this.#from && this.#random() < failing;
  }

  /** A burst takes at least a fifth of `longest`. With the mean pause, bursts take `share` / `failing` of all time. */
  #next(share: number, longest: number): void {
    const meanPause = 0.6 * longest * Math.max(0, failing / share - 1);
    this.#from = this.#until + 2 * meanPause * this.#random();
    this.#until = this.#from + longest * (0.2 + 0.8 * this.#random());
  }
}
