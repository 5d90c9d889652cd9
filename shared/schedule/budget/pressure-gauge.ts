import * as z from "zod";
import { definedJson } from "../../kernel/defined-json.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import { longestHold } from "../../source/source-holds.ts";
import { compared } from "./compared-stretch.ts";
import type { Reported } from "./settlement.ts";

const pressureItem = z.object({
  /** When the source last refused for load or stopped answering, and until when it is left alone (unix ms, our clock). */
  throttledAt: z.int().default(0),
  holdUntil: z.int().default(0),
  /** Beginning of the newest stretch of requests that took twice as long as usual, and what is usual (ms, p95). */
  slowAt: z.number().default(0),
  usualMs: z.number().optional(),
  /** The p95 (ms) of that stretch, and how many stretches at a lowered rate weren't faster; 0 while nothing is slow. */
  slowMs: z.number().default(0),
  unmoved: z.int().default(0),
  /** When nothing answered and it was left alone for that, and how often in a row. */
  openedAt: z.int().default(0),
  openings: z.int().default(0),
  /** Requests that polls spent, and those that they were granted and didn't spend, since the item exists. */
  spent: z.number().default(0),
  unspent: z.number().default(0),
  /** Pages that first visits of owners read, since first contact began. */
  documentPages: z.number().exactOptional(),
  /** Visits that ended since the item exists, and those of them that the source failed. */
  visits: z.number().exactOptional(),
  faults: z.number().exactOptional(),
  /** As the four for slowness: the part of requests that failed as is usual, the newest stretch in which more did, how many, unmoved. */
  usualFailing: z.number().exactOptional(),
  failingAt: z.number().exactOptional(),
  failing: z.number().exactOptional(),
  failingUnmoved: z.int().exactOptional(),
});
export type Pressure = z.infer<typeof pressureItem>;

/**
 * What a poll did with its requests; how many pages its first visits of owners read, how many visits it made, and how many of
 * them the source failed.
 */
type Settled = Reported & Partial<typeof reported>;
const reported = { documentPages: 0, visits: 0, faults: 0 };
const nothing = { spent: 0, unspent: 0, ...reported };
const counted = ["spent", "unspent", "documentPages", "visits", "faults"] as const;

const firstBreak = 5_000;
const longestBreak = 5 * 60_000;
/** Breaks that lie further apart than this have nothing to do with each other. */
const breakMemory = 15 * 60_000;

/** So much above what is usual a p95 (ms) counts as slow, and a part of failed requests as failing: less may be our own load. */
const leastSlow = 1_000;
const leastFailing = 0.2;
/** Clocks of several workers differ by less than this (ms): what was noted later than that was noted by a clock that was set back since. */
const clocksDiffer = 60_000;
/** What polls spent is written at most once per this many ms and process. */
const settleGap = 5_000;
/** A hold that is longer by less than this (ms) than the one that a process noted isn't worth a write. */
const holdStep = 1_000;

/**
 * Where workers report to the tick how the source bears our requests, and how many of them they didn't need (`feeds` table,
 * pk `<instance>#plan`, sk `pressure`).
 */
export class PressureGauge {
  readonly #table: Pick<Table, "update" | "get">;
  readonly #clock: Clock;
  readonly #reportedAt = new Map<string, number>();
  /** Until when (unix ms) each instance is held, as this process has noted. */
  readonly #heldUntil = new Map<string, number>();
  /** Instances of which this process notes at the moment that nothing answers. */
  readonly #opening = new Set<string>();
  readonly #unreported = new Map<string, typeof nothing & { writtenAt: number }>();

  constructor(table: Pick<Table, "update" | "get">, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** Many requests are refused for load. Writes at most once a second and process: a storm of refusals must not become a storm of writes. */
  async report(instance: string): Promise<void> {
    const now = this.#clock.now();
    if (Math.abs(now - (this.#reportedAt.get(instance) ?? Number.NEGATIVE_INFINITY)) < 1_000) return;
    this.#reportedAt.set(instance, now);
    await this.#table.update({ key: keyOf(instance), set: { throttledAt: now } });
  }

  /** The source asked to leave the instance alone for `ms`, {@link longestHold} at most. Other processes grant it nothing until then. */
  async hold(instance: string, ms: number): Promise<void> {
    const now = this.#clock.now();
    const until = now + ms;
    const known = this.#heldUntil.get(instance) ?? 0;
    // What seems to last longer than any hold was noted by a clock that was set back since.
    if (until <= now || (until < known + holdStep && known <= now + longestHold)) return;
    this.#heldUntil.set(instance, until);
    const { holdUntil = 0 } = (await this.of(instance)) ?? {};
    if (holdUntil < until) await this.#table.update({ key: keyOf(instance), set: { holdUntil: until } });
  }

  /**
   * Nothing answers any more: the instance is left alone, longer each time in a row. Only the first time counts as pressure,
   * because an outage that goes on says nothing about our rate. Returns for how long it is left alone, in ms.
   */
  async open(instance: string): Promise<number> {
    // What fails together is one outage: hundreds of requests may end at the same moment.
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

  /** The instance may be asked again, whatever was noted until now; the next outage is a first one. */
  async endHold(instance: string): Promise<void> {
    this.#heldUntil.delete(instance);
    await this.#table.update({ key: keyOf(instance), set: { holdUntil: 0, openings: 0 } });
  }

  /**
   * The p95 (ms) of a stretch of requests that began at `since`. Doubled, it is pressure; what is usual follows slowly. A
   * source that stays as slow at a lower rate isn't slow because of us: what it takes becomes usual.
   */
  async tookUsually(instance: string, p95: number, since: number): Promise<"usual" | "slow"> {
    const { usualMs: usual, slowMs = 0, slowAt = 0, unmoved = 0 } = (await this.of(instance)) ?? {};
    if (usual === undefined) {
      await this.#table.update({ key: keyOf(instance), set: { usualMs: p95 } });
      return "usual";
    }
    const after = compared({ usual, worse: slowMs, worseAt: slowAt, unmoved }, p95, since, leastSlow);
    const { usual: usualMs = usual, worse, worseAt, unmoved: tries } = after.changed ?? {};
    const set = definedJson({ usualMs, slowMs: worse, slowAt: worseAt, unmoved: tries });
    if (after.changed !== undefined) await this.#table.update({ key: keyOf(instance), set });
    return after.isWorse ? "slow" : "usual";
  }

  /**
   * The part of such a stretch to which the source gave no usable answer. As with slowness: a source that fails as much at a lower
   * rate doesn't fail because of us.
   */
  async failedUsually(instance: string, part: number, since: number): Promise<"usual" | "failing"> {
    const { usualFailing: usual = 0, failing = 0, failingAt = 0, failingUnmoved = 0 } = (await this.of(instance)) ?? {};
    const before = { usual, worse: failing, worseAt: failingAt, unmoved: failingUnmoved };
    const after = compared(before, part, since, leastFailing);
    const { usual: usualFailing, worse, worseAt, unmoved } = after.changed ?? {};
    const set = definedJson({ usualFailing, failing: worse, failingAt: worseAt, failingUnmoved: unmoved });
    if (after.changed !== undefined) await this.#table.update({ key: keyOf(instance), set });
    return after.isWorse ? "failing" : "usual";
  }

  /**
   * Reports how many of its requests a poll spent, so that the tick can grant the others again; and how many pages its first
   * visits of owners read, which needs no write of its own here. Reports are gathered: a write for every poll would cost more
   * than the requests are worth. Those that a process holds when it ends are lost, which wastes some requests, leaves some
   * pages uncounted, and no more.
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

  /** First contact begins again, and so does the count of the pages that it reads. */
  async countPagesAnew(instance: string): Promise<void> {
    await this.#table.update({ key: keyOf(instance), set: { documentPages: 0 } });
  }

  async of(instance: string): Promise<Pressure | undefined> {
    const item = await this.#table.get(keyOf(instance));
    if (item === undefined) return undefined;
    const { throttledAt, holdUntil, slowAt, openedAt, ...rest } = parseStored(
      pressureItem,
      item,
      `pressure on ${instance}`,
    );
    const latest = this.#clock.now() + clocksDiffer;
    return {
      ...rest,
      throttledAt: throttledAt > latest ? 0 : throttledAt,
      holdUntil: holdUntil > latest + longestHold ? 0 : holdUntil,
      slowAt: slowAt > latest ? 0 : slowAt,
      openedAt: openedAt > latest ? 0 : openedAt,
    };
  }
}

const keyOf = (instance: string): Key => ({ pk: `${instance}#plan`, sk: "pressure" });

const breakOf = (openings: number): number => Math.min(longestBreak, firstBreak * 2 ** Math.min(openings - 1, 10));

/** Whether the instance is left alone because nothing answered, and not because it asked for that. */
export const isBreak = ({ holdUntil, openedAt, openings }: Pick<Pressure, "holdUntil" | "openedAt" | "openings">) =>
  openings > 0 && holdUntil === openedAt + breakOf(openings);
