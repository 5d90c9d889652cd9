import * as z from "zod";
import { definedJson } from "../../kernel/defined-json.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import { longestHold } from "../../source/source-holds.ts";
import type { Reported } from "./token-bucket.ts";

const pressureItem = z.object({
  /** When many requests were last refused because of load, or when the source last stopped responding. */
  throttledAt: z.int().default(0),
  holdUntil: z.int().default(0),
  /**
   * `slowAt`: the start of the last run of requests whose slowness counted as pressure. `usualMs`: the usual p95 (ms).
   */
  slowAt: z.number().default(0),
  usualMs: z.number().optional(),
  /**
   * `slowMs`: the p95 (ms) at `slowAt`; 0 if the source isn't slow. `unmoved`: how many later runs were slow and not
   * clearly faster.
   */
  slowMs: z.number().default(0),
  unmoved: z.int().default(0),
  /** When the last break began ({@link PressureGauge.open}). */
  openedAt: z.int().default(0),
  /** How many consecutive breaks there were. */
  openings: z.int().default(0),
  /** Totals since the item was created: the granted requests that polls spent or didn't spend. */
  spent: z.number().default(0),
  unspent: z.number().default(0),
  /** The number of pages that first contact has read from owners' feeds, since it last began. */
  documentPages: z.number().exactOptional(),
  /** Totals since the item was created. `faults`: the visits that failed because of the source. */
  visits: z.number().exactOptional(),
  faults: z.number().exactOptional(),
  /** Like `usualMs`, `slowAt`, `slowMs` and `unmoved`, but for the fraction of failed requests. */
  usualFailing: z.number().exactOptional(),
  failingAt: z.number().exactOptional(),
  failing: z.number().exactOptional(),
  failingUnmoved: z.int().exactOptional(),
});
export type Pressure = z.infer<typeof pressureItem>;

type Settled = Reported & Partial<typeof reported>;
const reported = { documentPages: 0, visits: 0, faults: 0 };
const nothing = { spent: 0, unspent: 0, ...reported };
const counted = ["spent", "unspent", "documentPages", "visits", "faults"] as const;

const firstBreak = 5_000;
const longestBreak = 5 * 60_000;
/** Breaks that are farther apart than this (ms) are unrelated. */
const breakMemory = 15 * 60_000;

/**
 * What is compared of a run of requests: its p95 (ms), and the fraction of them that got no usable response. `names`:
 * the item's attributes. `least`: a smaller difference from the usual value may come from load on our own machine.
 * `first`: the usual value before the first run; undefined: that of the first run.
 */
const symptoms = {
  slow: {
    names: { usual: "usualMs", worse: "slowMs", worseAt: "slowAt", unmoved: "unmoved" },
    least: 1_000,
    first: undefined,
  },
  failing: {
    names: { usual: "usualFailing", worse: "failing", worseAt: "failingAt", unmoved: "failingUnmoved" },
    least: 0.2,
    first: 0,
  },
} as const;
const measured = ["usual", "worse", "worseAt", "unmoved"] as const;
/** The clocks of workers differ by less than this (ms). A time further ahead was noted before a clock was set back. */
const clocksDiffer = 60_000;
/** A process reports what its polls spent at most once in this time (ms). */
const settleGap = 5_000;
/** A hold isn't written if it ends less than this (ms) after the noted one. */
const holdStep = 1_000;

/**
 * Workers' reports to the tick: how well the source handles our requests, and how many granted requests weren't needed
 * (table `feeds`, pk `<instance>#plan`, sk `pressure`). Times are unix ms of our clock.
 */
export class PressureGauge {
  readonly #table: Table;
  readonly #clock: Clock;
  readonly #reportedAt = new Map<string, number>();
  readonly #heldUntil = new Map<string, number>();
  readonly #opening = new Set<string>();
  readonly #unreported = new Map<string, typeof nothing & { writtenAt: number }>();

  constructor(table: Table, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** Notes refusals because of load, at most once a second per process and instance, to limit the writes. */
  async report(instance: string): Promise<void> {
    const now = this.#clock.now();
    if (Math.abs(now - (this.#reportedAt.get(instance) ?? Number.NEGATIVE_INFINITY)) < 1_000) return;
    this.#reportedAt.set(instance, now);
    await this.#table.update({ key: keyOf(instance), set: { throttledAt: now } });
  }

  /**
   * Notes that the source asked for a pause of `ms` milliseconds (at most {@link longestHold}). While a tick or more of
   * this hold is left, ticks grant nothing. Later ticks grant polls that start after the hold.
   */
  async hold(instance: string, ms: number): Promise<void> {
    const now = this.#clock.now();
    const until = now + ms;
    const known = this.#heldUntil.get(instance) ?? 0;
    // If the known hold seems to last longer than `longestHold`, it was noted before our clock was set back.
    if (until <= now || (until < known + holdStep && known <= now + longestHold)) return;
    this.#heldUntil.set(instance, until);
    const { holdUntil = 0 } = (await this.of(instance)) ?? {};
    if (holdUntil < until) await this.#table.update({ key: keyOf(instance), set: { holdUntil: until } });
  }

  /**
   * Notes that no request gets a response. The instance gets a break: a {@link hold} in which probes can be sent. Each
   * consecutive break is twice as long, up to five minutes. Only the first break counts as pressure, because a
   * continuing outage says nothing about our rate. Returns the break's length in ms, or 0 if a hold already stops the
   * instance's requests.
   */
  async open(instance: string): Promise<number> {
    // Simultaneous failures are one outage: hundreds of requests may fail at once.
    if (this.#opening.has(instance)) return 0;
    this.#opening.add(instance);
    return this.#open(instance).finally(() => this.#opening.delete(instance));
  }

  async #open(instance: string): Promise<number> {
    const now = this.#clock.now();
    const { openedAt = 0, openings: before = 0, holdUntil: held = 0 } = (await this.of(instance)) ?? {};
    if (held > now) return 0;
    const openings = now - openedAt > breakMemory ? 1 : before + 1;
    const hold = breakOf(openings);
    const set = { holdUntil: now + hold, openedAt: now, openings, ...(openings === 1 && { throttledAt: now }) };
    await this.#table.update({ key: keyOf(instance), set });
    return hold;
  }

  /** Ends the instance's hold or break. The next outage counts as a first one. */
  async endHold(instance: string): Promise<void> {
    this.#heldUntil.delete(instance);
    await this.#table.update({ key: keyOf(instance), set: { holdUntil: 0, openings: 0 } });
  }

  /**
   * Compares the `value` of a run of requests that began at `since` (unix ms) with the usual one. If a source stays as
   * slow, or fails as often, at a lower rate, our requests aren't the cause, so that becomes usual.
   */
  async isWorse(instance: string, symptom: keyof typeof symptoms, value: number, since: number): Promise<boolean> {
    const { names, least, first } = symptoms[symptom];
    const found = await this.of(instance);
    const [usual = first, worse = 0, worseAt = 0, unmoved = 0] = measured.map((name) => found?.[names[name]]);
    const { isWorse, changed } =
      usual === undefined
        ? { isWorse: false, changed: { usual: value } }
        : compared({ usual, worse, worseAt, unmoved }, value, since, least);
    if (changed !== undefined) {
      const set = definedJson(Object.fromEntries(measured.map((name) => [names[name], changed[name]])));
      await this.#table.update({ key: keyOf(instance), set });
    }
    return isWorse;
  }

  /**
   * Gathers reports, because a write for every poll would cost more than the requests are worth. If a process ends, its
   * gathered reports are lost. This wastes some requests, and leaves some pages and visits uncounted.
   */
  async settle(instance: string, settled: Settled): Promise<void> {
    const now = this.#clock.now();
    const held = this.#unreported.get(instance) ?? { ...nothing, writtenAt: Number.NEGATIVE_INFINITY };
    for (const name of counted) held[name] += settled[name] ?? 0;
    this.#unreported.set(instance, held);
    if (Math.abs(now - held.writtenAt) < settleGap) return;
    this.#unreported.set(instance, { ...nothing, writtenAt: now });
    const { spent, unspent } = held;
    const others = counted.filter((name) => held[name] > 0).map((name) => [name, held[name]] as const);
    const add = { spent, unspent, ...Object.fromEntries(others) };
    await this.#table.update({ key: keyOf(instance), add });
  }

  async countPagesAnew(instance: string): Promise<void> {
    await this.#table.update({ key: keyOf(instance), set: { documentPages: 0 } });
  }

  async of(instance: string): Promise<Pressure | undefined> {
    const item = await this.#table.get(keyOf(instance));
    if (item === undefined) return undefined;
    const pressure = parseStored(pressureItem, item, `pressure on ${instance}`);
    const latest = this.#clock.now() + clocksDiffer;
    for (const at of ["throttledAt", "slowAt", "failingAt", "openedAt"] as const) {
      if ((pressure[at] ?? 0) > latest) pressure[at] = 0;
    }
    if (pressure.holdUntil > latest + longestHold) pressure.holdUntil = 0;
    return pressure;
  }
}

const keyOf = (instance: string): Key => ({ pk: `${instance}#plan`, sk: "pressure" });

const breakOf = (openings: number): number => Math.min(longestBreak, firstBreak * 2 ** (openings - 1));

/** Whether requests stopped because no response arrived, rather than because the source asked for a pause. */
export const isBreak = ({ holdUntil, openedAt, openings }: Pick<Pressure, "holdUntil" | "openedAt" | "openings">) =>
  openings > 0 && holdUntil === openedAt + breakOf(openings);

/**
 * A value counts as worse if it is more than this many times the usual one, and exceeds it by more than its symptom's
 * `least`.
 */
const worseFactor = 2;
/** How fast the usual value follows a better value, a higher one that doesn't count as worse, and one that does. */
const follow = { better: 0.3, higher: 0.05, worse: 0.02 } as const;
/**
 * A run that begins within this time (ms) of the start of one that counted as pressure doesn't count, because polls
 * granted at the former rate may still be running.
 */
const effectAfter = 45_000;
/** A value that falls below this fraction of its former size depends on our rate. */
const followsBelow = 0.8;
/** A value that doesn't fall in this many runs has a cause other than our rate, and becomes the usual value. */
const mostUnmoved = 2;
/** Smaller changes in the usual value (as a fraction of it) aren't written. */
const worthWriting = 0.1;

export type Measured = {
  readonly usual: number;
  /** The last value that counted as pressure; 0 while nothing is worse than usual. */
  readonly worse: number;
  /** When the run with the value `worse` began (unix ms). */
  readonly worseAt: number;
  readonly unmoved: number;
};

/** `since`: when the run with this `value` began (unix ms). `changed`: what must be written. */
export function compared(
  { usual, worse, worseAt, unmoved }: Measured,
  value: number,
  since: number,
  least: number,
): { readonly isWorse: boolean; readonly changed?: Partial<Measured> } {
  const isWorse = value > usual * worseFactor && value - usual > least;
  const pace = isWorse ? follow.worse : value > usual ? follow.higher : follow.better;
  const next = usual + (value - usual) * pace;
  if (!isWorse) {
    const isOver = worse > 0;
    const moved = Math.abs(next - usual) > Math.max(usual, least / 10) * worthWriting;
    return { isWorse, ...((moved || isOver) && { changed: { usual: next, ...(isOver && { worse: 0, unmoved: 0 }) } }) };
  }
  if (worse > 0 && since < worseAt + effectAfter) return { isWorse };
  if (worse > 0 && value > worse * followsBelow) {
    const isAccepted = unmoved + 1 >= mostUnmoved;
    const changed = isAccepted ? { usual: value, worse: 0, unmoved: 0 } : { usual: next, unmoved: unmoved + 1 };
    return { isWorse: !isAccepted, changed };
  }
  return { isWorse, changed: { usual: next, worseAt: since, worse: value, unmoved: 0 } };
}
