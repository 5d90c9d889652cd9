import type { Turns } from "../../kernel/ports/turns.ts";

/**
 * The default for `longest`: the CPU time (ms) that a piece of work may take. For each further ms, the group rests
 * `restPerMs` ms, because the event loop does nothing else during that work. A receiver, for example, can make one step
 * of a handshake take 70 ms.
 */
const longestWork = 2;
const restPerMs = 4;

/** If more pieces than this wait, no turns pass between them. Otherwise, handshakes would miss their deadlines. */
const mostSpaced = 32;

type Parts = {
  /** Returns the ms of CPU that this thread has used. */
  readonly cpu: () => number;
  /**
   * Returns a time in ms. It is called after every step of long work; calling `cpu` that often would take too long.
   * Default: `cpu`.
   */
  readonly now?: () => number;
  readonly longest?: number;
  /** How many turns of the event loop pass between two pieces of work, within the time `longest`. Default: none. */
  readonly turnsBetween?: number;
};

/**
 * Runs one piece of work at a time, each in a turn of the event loop. Groups take turns, and a group rests after long
 * work, so that neither the event loop nor another group waits for a group with a lot of work.
 */
export class FairTurns implements Turns {
  readonly #cpu: () => number;
  readonly #now: () => number;
  readonly #longest: number;
  readonly #turnsBetween: number;
  /** The last result of `cpu`. It is kept, because calling `cpu` takes as long as a short piece of work. */
  #read = { cpu: 0, now: Number.NEGATIVE_INFINITY };
  /** Waiting work by group, in the order of the groups' turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** The work of groups that rest. */
  readonly #resting = new Map<string, (() => void)[]>();

  constructor({ cpu, now = cpu, longest = longestWork, turnsBetween = 0 }: Parts) {
    this.#cpu = cpu;
    this.#now = now;
    this.#longest = longest;
    this.#turnsBetween = turnsBetween;
  }

  async run<T>(group: string, work: Iterator<void, T>): Promise<T> {
    const piece = (): IteratorResult<void, T> => {
      for (const since = this.#now(); ; ) {
        const step = work.next();
        // The last step may be slow, so a piece takes no more steps after half of its time.
        if (step.done === true || Math.abs(this.#now() - since) >= this.#longest / 2) return step;
      }
    };
    // Most work ends in its first piece. That piece needn't wait unless its group rests or has other work that waits.
    const isFree = !this.#waiting.has(group) && !this.#resting.has(group);
    let step = isFree ? this.#measured(group, piece) : await this.#turn(group, piece);
    while (step.done !== true) step = await this.#turn(group, piece);
    return step.value;
  }

  /** Runs a piece of work whose group has no other work. If the piece is slow, the group rests. */
  #measured<T>(group: string, piece: () => T): T {
    const restOf = this.#measure();
    try {
      return piece();
    } finally {
      const rest = restOf();
      if (rest > 0) this.#rest(group, [], rest);
    }
  }

  /**
   * Starts measuring work. Returns a function that, called after the work, returns how long (ms) the group must rest.
   * The smaller of CPU time and elapsed time counts, because on a simulation's clock, work takes no time.
   */
  #measure(): () => number {
    const now = this.#now();
    const cpu = this.#cpuAt(now);
    return () => {
      const elapsed = this.#now() - now;
      return elapsed <= this.#longest ? 0 : (Math.min(this.#cpu() - cpu, elapsed) - this.#longest) * restPerMs;
    };
  }

  /** Estimates the CPU time: the last result of `cpu`, at most a millisecond old, plus the time since then. */
  #cpuAt(now: number): number {
    if (Math.abs(now - this.#read.now) > 1) this.#read = { cpu: this.#cpu(), now };
    return this.#read.cpu + now - this.#read.now;
  }

  #turn<T>(group: string, work: () => T): Promise<T> {
    return new Promise((resolve) => {
      this.add(group, () => {
        // The inner promise is rejected if the work throws.
        resolve(
          new Promise((settle) => {
            settle(work());
          }),
        );
      });
    });
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

  #continue(since = this.#now(), turnsLeft = this.#isCrowded() ? 0 : this.#turnsBetween): void {
    setImmediate(() => {
      if (turnsLeft > 0 && Math.abs(this.#now() - since) < this.#longest) {
        this.#continue(since, turnsLeft - 1);
        return;
      }
      for (const [group, crowd] of this.#waiting) {
        const restOf = this.#measure();
        // The group is still in `#waiting`, so work that this piece adds joins the crowd.
        crowd.shift()?.();
        const rest = restOf();
        this.#waiting.delete(group);
        if (rest > 0) this.#rest(group, crowd, rest);
        else if (crowd.length > 0) this.#waiting.set(group, crowd);
        if (this.#waiting.size > 0) this.#continue();
        return;
      }
    });
  }

  #isCrowded(): boolean {
    let pieces = 0;
    for (const crowd of this.#waiting.values()) {
      pieces += crowd.length;
      if (pieces > mostSpaced) return true;
    }
    return false;
  }

  #rest(group: string, crowd: (() => void)[], ms: number): void {
    this.#resting.set(group, crowd);
    setTimeout(() => {
      this.#resting.delete(group);
      if (crowd.length > 0) this.#wait(group, crowd);
    }, ms);
  }
}
