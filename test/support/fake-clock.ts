import type { Clock, Sleeper } from "../../shared/kernel/ports/clock.ts";

/** Virtual time. Sleeping advances it immediately. */
export class FakeClock implements Clock, Sleeper {
  #now: number;
  /** How long (ms) each sleep was. */
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
    // The system clock returns whole milliseconds.
    this.#now += Math.ceil(ms);
    await Promise.resolve();
  }
}
