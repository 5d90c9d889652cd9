import * as z from "zod";
import { parseStored } from "../kernel/parse.ts";
import type { Key, Table } from "../kernel/ports/table.ts";

const skewItem = z.object({
  /** How many ms the source's clock is ahead of ours; negative if it is behind. */
  offset: z.int(),
  /** When the offset became too large (unix ms, our clock). */
  since: z.int(),
});
export type ClockSkew = z.infer<typeof skewItem>;

/** The clocks count as equal up to this difference (ms). If ours is minutes off, receivers refuse our signatures. */
export const mostOffset = 30_000;
/** A stored offset that has changed by less than this (ms) isn't written again. */
const worthWriting = 10_000;

/** Stores the offsets above `mostOffset`, by instance (`feeds` table, pk `<instance>#plan`, sk `clock`). */
export class ClockSkews {
  readonly #table: Table;
  readonly #known = new Map<string, ClockSkew | "none">();

  constructor(table: Table) {
    this.#table = table;
  }

  async of(instance: string): Promise<ClockSkew | undefined> {
    const item = await this.#table.get(keyOf(instance));
    return item === undefined ? undefined : parseStored(skewItem, item, `clock of ${instance}`);
  }

  /**
   * Stores an offset (ms) above `mostOffset`, and removes the stored one when the offset is small again. `offset` is
   * undefined before the first response with a `Date`. Returns a skew that is new to this process, or that changed by
   * `worthWriting` or more.
   */
  async settle(instance: string, offset: number | undefined, now: number): Promise<ClockSkew | undefined> {
    if (offset === undefined) return undefined;
    const known = this.#known.get(instance);
    if (Math.abs(offset) <= mostOffset) {
      if (known !== "none" && (known ?? (await this.of(instance))) !== undefined)
        await this.#table.remove(keyOf(instance));
      this.#known.set(instance, "none");
      return undefined;
    }
    const before = known === undefined || known === "none" ? await this.of(instance) : known;
    if (known !== undefined && known !== "none" && Math.abs(known.offset - offset) < worthWriting) return undefined;
    const skew = { offset: Math.round(offset), since: before?.since ?? now };
    await this.#table.put([{ item: { ...keyOf(instance), ...skew } }]);
    this.#known.set(instance, skew);
    return skew;
  }
}

const keyOf = (instance: string): Key => ({ pk: `${instance}#plan`, sk: "clock" });

const slices = 10;

/**
 * No response takes this long (ms). If a new measurement is lower than an old one by more than this, our clock has been
 * set forward.
 */
const longestAnswer = 120_000;

/**
 * Measures how far the source's clock is ahead of ours, by the `Date` of its responses. `Date` has whole seconds and
 * the response takes time to arrive, so a measurement may be too low but is never too high. The highest measurement in
 * the window is the most accurate.
 */
export class ClockOffsets {
  readonly #sliceMs: number;
  readonly #seen = new Map<string, Map<number, number>>();

  /** Clocks drift, so a measurement older than about `windowMs` counts only until the next one. */
  constructor(windowMs: number) {
    this.#sliceMs = Math.max(1, windowMs / slices);
  }

  observe(instance: string, serverDate: number, receivedAt: number): void {
    const known = this.#seen.get(instance) ?? new Map<number, number>();
    const wasSetAhead = Math.max(...known.values()) - (serverDate - receivedAt) > longestAnswer;
    const ours = wasSetAhead ? new Map<number, number>() : known;
    this.#seen.set(instance, ours);
    const slice = Math.floor(receivedAt / this.#sliceMs);
    ours.set(slice, Math.max(ours.get(slice) ?? Number.NEGATIVE_INFINITY, serverDate - receivedAt));
    // Only a newer measurement deletes old ones, because an old measurement is better than none.
    for (const old of ours.keys()) if (old < slice - slices) ours.delete(old);
  }

  /** The offset in ms; undefined before the first response with a `Date`. */
  of(instance: string): number | undefined {
    const ours = this.#seen.get(instance);
    return ours === undefined ? undefined : Math.max(...ours.values());
  }
}
