/**
 * The number of requests that a poll can still send, and the time (unix ms) until which its worker can wait for
 * responses. Every HTTP call spends one request, whether it is for a token, a page or a record, or is a retry.
 */
export class Allowance {
  #left: number;
  #spent = 0;

  /** The time (unix ms) by which every request must have ended, because the worker is stopped then. */
  readonly until: number;
  /**
   * The instance's budget: the number of requests per second, on average over some seconds. Each process keeps to it.
   */
  readonly perSecond: number;

  constructor(requests: number, until = Number.POSITIVE_INFINITY, perSecond = Number.POSITIVE_INFINITY) {
    this.#left = requests;
    this.until = until;
    this.perSecond = perSecond;
  }

  /** Takes one request. Returns false if none is left; the call must then not be made. */
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
