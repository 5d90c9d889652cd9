/**
 * Runs one piece of work in each turn of the event loop. Groups take turns, so that neither the event loop nor another
 * group waits for a group with much work.
 */
export class FairTurns {
  /** Waiting work by group, in the order of the groups' turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  add(group: string, work: () => void): void {
    if (this.#waiting.size === 0) this.#continue();
    const crowd = this.#waiting.get(group);
    if (crowd === undefined) this.#waiting.set(group, [work]);
    else crowd.push(work);
  }

  #continue(): void {
    setImmediate(() => {
      for (const [group, crowd] of this.#waiting) {
        const work = crowd.shift();
        this.#waiting.delete(group);
        if (crowd.length > 0) this.#waiting.set(group, crowd);
        if (this.#waiting.size > 0) this.#continue();
        work?.();
        return;
      }
    });
  }
}
