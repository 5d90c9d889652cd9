/**
 * Admits a limited number of callers at a time. Groups of waiting callers take turns, so that a crowd in one group
 * doesn't hold up the others.
 */
export class FairGate {
  #free: number;
  /** Waiting callers by group, in the order of the groups' turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(places: number) {
    this.#free = places;
  }

  async run<T>(group: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(group);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(group: string): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1;
      return undefined;
    }
    return new Promise((enter) => {
      const crowd = this.#waiting.get(group);
      if (crowd === undefined) this.#waiting.set(group, [enter]);
      else crowd.push(enter);
    });
  }

  /** Passes the place on directly, so that no new caller takes it. */
  #leave(): void {
    for (const [group, crowd] of this.#waiting) {
      const enter = crowd.shift();
      this.#waiting.delete(group);
      if (crowd.length > 0) this.#waiting.set(group, crowd);
      if (enter === undefined) continue;
      enter();
      return;
    }
    this.#free += 1;
  }
}
