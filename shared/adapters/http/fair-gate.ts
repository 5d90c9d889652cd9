/** Lets so many through at once. Those who wait come in turns by group, so that a crowd in one doesn't hold up another. */
export class FairGate {
  #free: number;
  /** In the order in which the groups come next. */
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

  /** Hands the place on; nobody who comes meanwhile can slip in between. */
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
