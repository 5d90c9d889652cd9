import type { Clock } from "../../../shared/kernel/ports/clock.ts";

/** Who did what, in order, for a person who reads a failed seed. */
export class Trace {
  readonly #clock: Clock;
  readonly #lines: string[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `who` is a person, a function, an endpoint or the source. `what` continues the sentence. */
  note(who: string, what: string): void {
    const time = new Date(this.#clock.now()).toISOString().slice(11, 23);
    this.#lines.push(`${time}  ${who.padEnd(14)} ${what}`);
  }

  get lines(): readonly string[] {
    return this.#lines;
  }
}
