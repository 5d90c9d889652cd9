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

/** Above this (ms), the clocks count as different: receivers of webhooks refuse signatures that are minutes off. */
export const mostOffset = 30_000;
/** If the offset moved by less than this (ms), it isn't written again. */
const worthWriting = 10_000;

/**
 * Stores for each instance how far our clock and the source's differ, if they differ too much (`feeds` table, pk
 * `<instance>#plan`, sk `clock`).
 */
export class ClockSkews {
  readonly #table: Pick<Table, "get" | "put" | "remove">;
  readonly #known = new Map<string, ClockSkew | "none">();

  constructor(table: Pick<Table, "get" | "put" | "remove">) {
    this.#table = table;
  }

  async of(instance: string): Promise<ClockSkew | undefined> {
    const item = await this.#table.get(keyOf(instance));
    return item === undefined ? undefined : parseStored(skewItem, item, `clock of ${instance}`);
  }

  /**
   * Stores the offset that the source's responses showed (ms; undefined before the first one) if it is too large, and
   * otherwise removes the stored one. Returns the skew if this process sees it for the first time, or if it changed.
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
