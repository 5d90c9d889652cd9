import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { VirtualClock } from "../virtual-clock.ts";
import type { Conditions, EngineFault } from "./conditions.ts";
import { Trace } from "./trace.ts";

/** What the whole world stands on: one clock, one seed, the conditions of now, and the trace. */
export class Ground {
  readonly clock = new VirtualClock();
  readonly trace = new Trace(this.clock);
  readonly randomness: SeededRandomness;
  conditions: Conditions;
  /** Ms that clocks of processes are apart, at most. */
  readonly skew: number;
  /** What messages and items hold that are to be followed through queues and tables. */
  watched: string | undefined;
  /** Whose call has its effect at this moment. */
  actor = "";
  /** When each process that was killed died (unix ms). */
  readonly deaths = new Map<string, number>();
  /** How many calls anybody made: while it stands still, everybody waits for time. */
  calls = 0;

  constructor(seed: number, conditions: Conditions) {
    this.randomness = new SeededRandomness(seed);
    this.conditions = conditions;
    this.skew = 2 * conditions.skew;
  }

  /** Whether a mishap happens now. */
  strikes(fault: EngineFault): boolean {
    const rate = this.conditions.faults[fault];
    return rate > 0 && this.randomness.fraction() < rate;
  }

  /** Notes what becomes of a message or an item, if it is to be followed. */
  follow(who: string, what: string, body: string | object | undefined): void {
    if (this.watched === undefined || body === undefined) return;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    if (text.includes(this.watched)) this.trace.note(who, `${what} ${text.slice(0, 400)}`);
  }

  below(bound: number): number {
    return Math.floor(this.randomness.fraction() * bound);
  }

  chance(probability: number): boolean {
    return this.randomness.fraction() < probability;
  }

  pick<T>(from: readonly T[]): T | undefined {
    return from[this.below(from.length)];
  }

  shuffled<T>(entries: readonly T[]): T[] {
    return entries
      .map((entry) => ({ entry, place: this.randomness.fraction() }))
      .sort((one, other) => one.place - other.place)
      .map(({ entry }) => entry);
  }

  /** Lets `ms` of virtual time pass, one timer after the other, each to its end. */
  async run(ms: number): Promise<void> {
    const end = this.clock.now() + ms;
    do await this.#settle();
    while (this.clock.step(end));
  }

  /** Waits for what somebody does, and lets time pass meanwhile. Throws when it takes longer than `longest` (ms). */
  async during<T>(work: Promise<T>, longest: number): Promise<T> {
    let done: { readonly value: T } | { readonly error: unknown } | undefined;
    work.then(
      (value) => (done = { value }),
      (error: unknown) => (done = { error }),
    );
    const end = this.clock.now() + longest;
    await this.#settle();
    while (done === undefined) {
      if (!this.clock.step(end)) throw new Error(`nothing came of it within ${longest} ms`);
      await this.#settle();
    }
    if ("error" in done) throw done.error;
    return done.value;
  }

  /** Until nobody has anything to do but to wait for time. */
  async #settle(): Promise<void> {
    for (let quiet = 0, calls = this.calls; quiet < 2; ) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.calls === calls ? quiet + 1 : 0;
      calls = this.calls;
    }
  }
}
