/** Counts work and reports when it exceeds a limit, so that no input keeps a function busy. */
export class Steps {
  readonly #most: number;
  #spent = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get spent(): number {
    return this.#spent;
  }

  get exceeded(): boolean {
    return this.#spent > this.#most;
  }

  /** Counts work before it is done. Returns false if it exceeds the limit and must not be done. */
  spend(steps: number): boolean {
    this.#spent += steps;
    return !this.exceeded;
  }
}
