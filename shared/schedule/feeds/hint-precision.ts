import * as z from "zod";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { RandomFraction } from "../../kernel/ports/randomness.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import type { Hint } from "./feed.ts";

const tallyItem = z.object({ asked: z.int().default(0), right: z.int().default(0) });
type Tally = z.infer<typeof tallyItem>;

/** Initially, one hint in two is assumed to be right; observations soon outweigh this. */
const prior = { asked: 4, right: 2 } as const;
/** If a smaller fraction of a kind's hints is right, an early poll costs more than waiting for the owner's turn. */
const worthwhile = 0.02;
/** The fraction of a less precise kind's hints that are followed anyway, because the precision may change. */
const sampled = 0.05;
/** When a kind reaches this number of hints, both of its counts are halved, so that newer hints count more. */
const mostAsked = 1_000;
const cached = 60_000;

/**
 * Learns, for each instance, how often each kind of hint is right (table `feeds`, pk `<instance>#hints`, sk the kind).
 * During an import that touches every activity, for example, only a sample of the hints is followed.
 */
export class HintPrecision {
  readonly #table: Table;
  readonly #clock: Clock;
  readonly #randomness: RandomFraction;
  readonly #known = new Map<string, { readonly precision: number; readonly until: number }>();

  constructor(table: Table, clock: Clock, randomness: RandomFraction) {
    this.#table = table;
    this.#clock = clock;
    this.#randomness = randomness;
  }

  async isFollowed(instance: string, hint: Hint): Promise<boolean> {
    return (await this.precisionOf(instance, hint)) >= worthwhile || this.#randomness.fraction() < sampled;
  }

  async precisionOf(instance: string, hint: Hint): Promise<number> {
    const name = `${instance}#${hint}`;
    const now = this.#clock.now();
    const known = this.#known.get(name);
    if (known !== undefined && known.until > now) return known.precision;
    const { asked, right } = await this.#tallyOf(instance, hint);
    const precision = (prior.right + right) / (prior.asked + asked);
    this.#known.set(name, { precision, until: now + cached });
    return precision;
  }

  async learn(instance: string, hint: Hint, right: boolean): Promise<void> {
    const key = keyOf(instance, hint);
    await this.#table.update({ key, add: { asked: 1, ...(right && { right: 1 }) } });
    const tally = await this.#tallyOf(instance, hint);
    if (tally.asked < mostAsked) return;
    const half = { asked: Math.floor(tally.asked / 2), right: Math.floor(tally.right / 2) };
    await this.#table.update({ key, set: half, when: [{ attribute: "asked", is: "equal", value: tally.asked }] });
  }

  async #tallyOf(instance: string, hint: Hint): Promise<Tally> {
    const item = await this.#table.get(keyOf(instance, hint));
    return parseStored(tallyItem, item ?? {}, `precision of ${hint} hints of ${instance}`);
  }
}

const keyOf = (instance: string, hint: Hint): Key => ({ pk: `${instance}#hints`, sk: hint });
