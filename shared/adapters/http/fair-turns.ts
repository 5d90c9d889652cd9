/**
 * Ms of CPU that a piece of work may take. Its group rests for each further ms several times as long, because the event
 * loop does nothing else meanwhile: a receiver can make one step of a handshake take 70 ms.
 */
const longestWork = 2;
const restPerMs = 4;

/**
 * Runs one piece of work in each turn of the event loop. Groups take turns, and a group whose work takes long rests, so
 * that neither the event loop nor another group waits for a group with much work. `cpu` returns the ms of CPU that this
 * thread has used.
 */
export class FairTurns {
  readonly #cpu: () => number;
  /** Waiting work by group, in the order of the groups' turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** The work of groups that rest. */
  readonly #resting = new Map<string, (() => void)[]>();

  constructor(cpu: () => number) {
    this.#cpu = cpu;
  }

  add(group: string, work: () => void): void {
    const crowd = this.#resting.get(group) ?? this.#waiting.get(group);
    if (crowd === undefined) this.#wait(group, [work]);
    else crowd.push(work);
  }

  #wait(group: string, crowd: (() => void)[]): void {
    if (this.#waiting.size === 0) this.#continue();
    this.#waiting.set(group, crowd);
  }

  #continue(): void {
    setImmediate(() => {
      for (const [group, crowd] of this.#waiting) {
        const since = this.#cpu();
        // The group is still waiting, so work that it adds joins the crowd.
        crowd.shift()?.();
        const rest = (this.#cpu() - since - longestWork) * restPerMs;
        this.#waiting.delete(group);
        if (rest > 0) this.#rest(group, crowd, rest);
        else if (crowd.length > 0) this.#waiting.set(group, crowd);
        if (this.#waiting.size > 0) this.#continue();
        return;
      }
    });
  }

  #rest(group: string, crowd: (() => void)[], ms: number): void {
    this.#resting.set(group, crowd);
    setTimeout(() => {
      this.#resting.delete(group);
      if (crowd.length > 0) this.#wait(group, crowd);
    }, ms);
  }
}
