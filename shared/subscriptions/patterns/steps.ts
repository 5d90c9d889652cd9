/** Counts work and reports when it exceeds a limit, so that no input can keep a process busy. */
export class Steps {
  readonly #most: number;
  #spent = 0;
  #exceeded = false;

  constructor(most: number) {
    this.#most = most;
  }

  get spent(): number {
    return this.#spent;
  }

  get exceeded(): boolean {
    return this.#exceeded;
  }

  /** Call this before the work. If it returns false, skip the work. All later calls then also return false. */
  spend(steps: number): boolean {
    this.#exceeded ||= this.#spent + steps > this.#most;
    if (!this.#exceeded) this.#spent += steps;
    return !this.#exceeded;
  }
}
