/**
 * Shares the event loop between synchronous work and everything else. The caller counts its work in any unit. After
 * `most` units, further work waits for a later turn of the event loop.
 */
export class WorkTurn {
  readonly #most: number;
  #done = 0;
  #next: Promise<void> | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * `work` must call `count`. Nothing else runs between the check and the work, so each check includes the work of all
   * earlier callers.
   */
  async take<T>(work: () => T): Promise<T> {
    while (!this.hasRoom) await this.#later();
    return work();
  }

  get hasRoom(): boolean {
    return this.#done < this.#most;
  }

  count(work: number): void {
    this.#done += work;
  }

  /** Counts work that was just done. If this turn's share is used up, resolves in a later one. */
  async spend(work: number): Promise<void> {
    this.count(work);
    while (!this.hasRoom) await this.#later();
  }

  #later(): Promise<void> {
    this.#next ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#done = 0;
        this.#next = undefined;
        resolve();
      });
    });
    return this.#next;
  }
}
