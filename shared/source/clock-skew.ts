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

/**
 * The largest difference (ms) at which the clocks count as equal. If our clock is minutes off, receivers of webhooks
 * refuse our signatures.
 */
export const mostOffset = 30_000;
/** If the offset changed by less than this (ms), it isn't written again. */
const worthWriting = 10_000;

/**
 * Stores for each instance how far our clock differs from the source's, if the difference is too large (`feeds` table,
 * pk `<instance>#plan`, sk `clock`).
 */
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
   * Stores an offset that is too large, and removes the stored one when the offset is small again. `offset` (ms) is
   * what the source's responses showed. If it is undefined because no response with a `Date` has arrived yet, nothing
   * changes. Returns the skew if this process sees it for the first time, or if it changed.
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

  /**
   * A measurement counts for about `windowMs`, because clocks drift. After that, it counts only until a newer one
   * arrives.
   */
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
    // Only newer measurements delete old ones, because an old measurement is better than none.
    for (const old of ours.keys()) if (old < slice - slices) ours.delete(old);
  }

  /** The offset in ms; undefined before the first response with a `Date`. */
  of(instance: string): number | undefined {
    const ours = this.#seen.get(instance);
    return ours === undefined ? undefined : Math.max(...ours.values());
  }
}
