import type { Clock, Sleeper } from "../../shared/kernel/ports/clock.ts";

/** Virtual time: sleeping moves it on at once. */
export class FakeClock implements Clock, Sleeper {
  #now: number;
  /** How long each sleep was, in ms. */
  readonly slept: number[] = [];

  constructor(now: number = Date.UTC(2026, 0, 5, 8)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  async sleep(ms: number): Promise<void> {
    this.slept.push(ms);
    // The system's clock gives whole milliseconds.
    this.#now += Math.ceil(ms);
    await Promise.resolve();
  }
}
