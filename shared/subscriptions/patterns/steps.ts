/** Counts work and reports when it exceeds a limit, so that no input can keep a process busy. */
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
   * Counts work before it is done. Returns false if the work would exceed the limit. The caller must then skip it,
   * and all later work is refused as well.
   */
  spend(steps: number): boolean {
    this.#exceeded ||= this.#spent + steps > this.#most;
    if (!this.#exceeded) this.#spent += steps;
    return !this.#exceeded;
  }
}
