import { pollers, receiveSeconds } from "./prices.ts";

/**
 * The pollers of a queue's event source. Each requests messages, waits up to 20 s, and requests again. Every request is
 * charged. A message ends a wait, so a queue with messages has fewer empty receives.
 */
export class Pollers {
  readonly #waitingSince: number[];
  #next = 0;
  #empty = 0;

  constructor(now: number) {
    this.#waitingSince = Array.from({ length: pollers }, () => now);
  }

  /** This many receives return something, at pollers in turn. */
  received(receives: number, now: number): void {
    for (let receive = 0; receive < receives; receive += 1) {
      const at = this.#next % pollers;
      this.#next += 1;
      this.#empty += this.#endedWaits(at, now);
      this.#waitingSince[at] = now;
    }
  }

  /** The empty receives until then. */
  empty(now: number): number {
    return this.#waitingSince.reduce((sum, _, at) => sum + this.#endedWaits(at, now), this.#empty);
  }

  #endedWaits(at: number, now: number): number {
    return Math.floor((now - (this.#waitingSince[at] ?? now)) / (receiveSeconds * 1_000));
  }
}
