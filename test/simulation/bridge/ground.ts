import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { VirtualClock } from "../virtual-clock.ts";
import type { Conditions, EngineFault } from "./conditions.ts";
import { Trace } from "./trace.ts";

/** What the whole world is based on: a clock, a seed, the current conditions, and the trace. */
export class Ground {
  readonly clock = new VirtualClock();
  readonly trace = new Trace(this.clock);
  readonly randomness: SeededRandomness;
  conditions: Conditions;
  /** How far apart (ms) processes' clocks are at most. */
  readonly skew: number;
  /** Messages and items that contain this text are followed through queues and tables. */
  watched: string | undefined;
  /** Whose call is currently having its effect. */
  actor = "";
  /** When each process that was killed died (unix ms). */
  readonly deaths = new Map<string, number>();
  /** How many calls were made. While it doesn't change, everything waits for virtual time. */
  calls = 0;

  constructor(seed: number, conditions: Conditions) {
    this.randomness = new SeededRandomness(seed);
    this.conditions = conditions;
    this.skew = 2 * conditions.skew;
  }

  /** Whether a fault happens now. */
  strikes(fault: EngineFault): boolean {
    const rate = this.conditions.faults[fault];
    return rate > 0 && this.randomness.fraction() < rate;
  }

  /** Records what happens to a message or an item, if it is followed. */
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

  /** Lets `ms` of virtual time pass. Each timer's work is completed before the next one fires. */
  async run(ms: number): Promise<void> {
    const end = this.clock.now() + ms;
    do await this.#settle();
    while (this.clock.step(end));
  }

  /** Waits for work while time passes. Throws if it takes longer than `longest` (ms). */
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

  /** Waits until everything waits for virtual time. */
  async #settle(): Promise<void> {
    for (let quiet = 0, calls = this.calls; quiet < 2; ) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.calls === calls ? quiet + 1 : 0;
      calls = this.calls;
    }
  }
}
