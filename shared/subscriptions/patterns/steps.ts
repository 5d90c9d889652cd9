/** Counts work and says when it is more than it may be, so that no input makes a function run for long. */
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

  /** Adds work that is about to be done; false: it is too much and must be left undone. */
  spend(steps: number): boolean {
    this.#spent += steps;
    return !this.exceeded;
  }
}
