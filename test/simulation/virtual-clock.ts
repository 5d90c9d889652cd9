type Timer = { readonly at: number; readonly order: number; readonly wake: () => void };

/** Virtual time for both sides. A sleeper wakes when the simulation reaches its time. */
export class VirtualClock {
  #now: number;
  /** Sorted, the next one last. */
  readonly #timers: Timer[] = [];
  #order = 0;

  constructor(now = Date.UTC(2026, 0, 5, 8)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.at(this.#now + ms, resolve);
    });
  }

  at(moment: number, wake: () => void): void {
    this.#order += 1;
    const timer = { at: Math.ceil(Math.max(moment, this.#now)), order: this.#order, wake };
    let [low, high] = [0, this.#timers.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      // Of timers for the same time, the one that was set first fires first, so a new one goes before all of them.
      if ((this.#timers[middle]?.at ?? 0) > timer.at) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
  }

  /**
   * Advances to the next timer at or before `until` and fires it. Returns false if there is none, and then it is
   * `until`.
   */
  step(until: number): boolean {
    const next = this.#timers.at(-1);
    if (next === undefined || next.at > until) {
      this.#now = until;
      return false;
    }
    this.#timers.pop();
    this.#now = next.at;
    next.wake();
    return true;
  }
}
