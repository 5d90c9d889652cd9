import * as z from "zod";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import { longestHold } from "../../source/source-holds.ts";
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
});
export type Pressure = z.infer<typeof pressureItem>;

/** What a poll did with its requests; `documentPages`: how many pages its first visits of owners read. */
type Settled = Reported & { readonly documentPages?: number };
const nothing = { spent: 0, unspent: 0, documentPages: 0 };

const firstBreak = 5_000;
const longestBreak = 5 * 60_000;
/** Breaks that lie further apart than this have nothing to do with each other. */
const breakMemory = 15 * 60_000;

/** A p95 above this many times the usual one, and so much above it (ms), is pressure: less may be our own load. */
const slowFactor = 2;
const leastSlow = 1_000;
/** Clocks of several workers differ by less than this (ms): what was noted later than that was noted by a clock that was set back since. */
const clocksDiffer = 60_000;
/** How fast the usual p95 follows a faster source, a slower one, and one that counts as slow. */
const follow = { faster: 0.3, slower: 0.05, slow: 0.02 } as const;
/** Ms until a lowered rate shows in the answers: the polls of two ticks were granted before. */
const effectAfter = 45_000;
/** A p95 that falls below this part of what it was follows our rate. */
const followsBelow = 0.8;
/** After so many stretches that didn't, the source is slow for another reason, and this is what is usual now. */
const mostUnmoved = 2;
/** What polls spent is written at most once per this many ms and process. */
const settleGap = 5_000;
/** A hold that is longer by less than this (ms) than the one that a process noted isn't worth a write. */
const holdStep = 1_000;
/** Changes of the usual p95 below this part of it aren't worth a write. */
const worthWriting = 0.1;

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
    const hold = Math.min(longestBreak, firstBreak * 2 ** Math.min(openings - 1, 10));
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
    const isSlow = p95 > usual * slowFactor && p95 - usual > leastSlow;
    const pace = isSlow ? follow.slow : p95 > usual ? follow.slower : follow.faster;
    const usualMs = usual + (p95 - usual) * pace;
    if (!isSlow) {
      const moved = Math.abs(usualMs - usual) > usual * worthWriting;
      const set = { usualMs, ...(slowMs > 0 && { slowMs: 0, unmoved: 0 }) };
      if (moved || slowMs > 0) await this.#table.update({ key: keyOf(instance), set });
      return "usual";
    }
    if (slowMs > 0 && since < slowAt + effectAfter) return "slow";
    if (slowMs > 0 && p95 > slowMs * followsBelow) {
      const accepted = unmoved + 1 >= mostUnmoved;
      const set = accepted ? { usualMs: p95, slowMs: 0, unmoved: 0 } : { usualMs, unmoved: unmoved + 1 };
      await this.#table.update({ key: keyOf(instance), set });
      return accepted ? "usual" : "slow";
    }
    await this.#table.update({ key: keyOf(instance), set: { usualMs, slowAt: since, slowMs: p95, unmoved: 0 } });
    return "slow";
  }

  /**
   * Reports how many of its requests a poll spent, so that the tick can grant the others again; and how many pages its first
   * visits of owners read, which needs no write of its own here. Reports are gathered: a write for every poll would cost more
   * than the requests are worth. Those that a process holds when it ends are lost, which wastes some requests, leaves some
   * pages uncounted, and no more.
   */
  async settle(instance: string, { spent, unspent, documentPages = 0 }: Settled): Promise<void> {
    const now = this.#clock.now();
    const held = this.#unreported.get(instance) ?? { ...nothing, writtenAt: Number.NEGATIVE_INFINITY };
    held.spent += spent;
    held.unspent += unspent;
    held.documentPages += documentPages;
    this.#unreported.set(instance, held);
    if (Math.abs(now - held.writtenAt) < settleGap) return;
    this.#unreported.set(instance, { ...nothing, writtenAt: now });
    const pages = held.documentPages > 0 ? { documentPages: held.documentPages } : {};
    await this.#table.update({ key: keyOf(instance), add: { spent: held.spent, unspent: held.unspent, ...pages } });
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
