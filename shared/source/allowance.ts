/**
 * What a poll may spend. Each HTTP call takes one request, whether it is for a token, a page or a record. A retry takes
 * another.
 */
export class Allowance {
  #left: number;
  #spent = 0;

  /** The time (unix ms) by which every request must have ended, because the worker is stopped then. */
  readonly until: number;
  /** The instance's budget in requests per second. `RequestPace` keeps each process to it. */
  readonly perSecond: number;

  constructor(requests: number, until = Number.POSITIVE_INFINITY, perSecond = Number.POSITIVE_INFINITY) {
    this.#left = requests;
    this.until = until;
    this.perSecond = perSecond;
  }

  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    this.#spent += 1;
    return true;
  }

  /** Puts back a request that was taken but not sent. */
  giveBack(): void {
    this.#left += 1;
    this.#spent -= 1;
  }

  get left(): number {
    return this.#left;
  }

  get spent(): number {
    return this.#spent;
  }
}
