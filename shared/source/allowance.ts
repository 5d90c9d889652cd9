/**
 * How many requests a poll may still send, and until when (unix ms) its worker can wait for their answers. Every HTTP
 * call spends one: token, page, read and retry alike.
 */
export class Allowance {
  #left: number;
  #spent = 0;

  /** Unix ms. No request may be under way after it: the worker would be ended in the middle of it. */
  readonly until: number;
  /** How many requests a second the instance allows on average over some seconds, whoever sends them. */
  readonly perSecond: number;

  constructor(requests: number, until = Number.POSITIVE_INFINITY, perSecond = Number.POSITIVE_INFINITY) {
    this.#left = requests;
    this.until = until;
    this.perSecond = perSecond;
  }

  /** Takes one request. Returns false when none is left; the call must then not be made. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    this.#spent += 1;
    return true;
  }

  /** Returns a request that was taken and wasn't sent. */
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
