import type { Clock } from "../../kernel/ports/clock.ts";

/** How long (ms) an ended visit counts, and how many are kept per instance. */
const remembered = 60_000;
const mostKept = 200;

type Ended = { readonly feedId: string; readonly at: number; readonly took: number };

/** The visits that this process ended lately. */
export class RecentVisits {
  readonly #clock: Clock;
  readonly #ended = new Map<string, readonly Ended[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `took`: ms. */
  ended(instance: string, visit: { readonly feedId: string; readonly took: number }): void {
    const at = this.#clock.now();
    this.#ended.set(instance, [...this.#of(instance), { ...visit, at }].slice(-mostKept));
  }

  /** The longest one, in ms. */
  longest(instance: string): number {
    return Math.max(0, ...this.#of(instance).map(({ took }) => took));
  }

  #of(instance: string): readonly Ended[] {
    const now = this.#clock.now();
    return (this.#ended.get(instance) ?? []).filter(({ at }) => Math.abs(now - at) < remembered);
  }
}
