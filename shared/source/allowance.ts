/** How many requests a poll may still send. Every HTTP call spends one: token, page, read and retry alike. */
export class Allowance {
  #left: number;
  #spent = 0;

  constructor(requests: number) {
    this.#left = requests;
  }

  /** Takes one request. Returns false when none is left; the call must then not be made. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    this.#spent += 1;
    return true;
  }

  get left(): number {
    return this.#left;
  }

  get spent(): number {
    return this.#spent;
  }
}
