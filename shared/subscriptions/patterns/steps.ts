/** Counts work and reports when it exceeds a limit, so that no input keeps a function busy. */
export class Steps {
  readonly #most: number;
  #spent = 0;
  #exceeded = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** The steps that {@link spend} has allowed so far. */
  get spent(): number {
    return this.#spent;
  }

  get exceeded(): boolean {
    return this.#exceeded;
  }

  /**
   * Counts work before it is done. Returns false if it exceeds the limit and must not be done. From then on, all work
   * is refused.
   */
  spend(steps: number): boolean {
    this.#exceeded ||= this.#spent + steps > this.#most;
    if (!this.#exceeded) this.#spent += steps;
    return !this.#exceeded;
  }
}
