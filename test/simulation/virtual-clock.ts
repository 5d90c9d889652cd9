type Timer = { readonly at: number; readonly order: number; readonly wake: () => void };

/** Virtual time for both sides: whoever sleeps is woken when the simulation has moved time on to that moment. */
export class VirtualClock {
  #now: number;
  #timers: Timer[] = [];
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
    this.#timers.push({ at: Math.max(moment, this.#now), order: this.#order, wake });
    this.#timers.sort((one, other) => one.at - other.at || one.order - other.order);
  }

  /** Moves on to the next timer at or before `until` and fires it; false when there is none, and it is `until` now. */
  step(until: number): boolean {
    const [next] = this.#timers;
    if (next === undefined || next.at > until) {
      this.#now = until;
      return false;
    }
    this.#timers.shift();
    this.#now = next.at;
    next.wake();
    return true;
  }
}
