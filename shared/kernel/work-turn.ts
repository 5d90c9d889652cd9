/**
 * Shares the event loop between synchronous work and everything else. The caller counts its work in any unit. After
 * `most` units, the next piece of work waits for a later turn of the event loop. All work that uses the same object
 * shares each turn.
 */
export class WorkTurn {
  readonly #most: number;
  #done = 0;
  #next: Promise<void> | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Runs `work` now, or in a later turn if the current turn's share is used up. `work` must call `count`. Nothing else
   * runs between the check and the work; otherwise, many callers would pass the check at once.
   */
  async take<T>(work: () => T): Promise<T> {
    while (!this.hasRoom) await this.#later();
    return work();
  }

  /** Whether some of this turn's share is left. */
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
