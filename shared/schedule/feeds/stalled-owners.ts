import * as z from "zod";
import { parseStored } from "../../kernel/parse.ts";
import type { Table } from "../../kernel/ports/table.ts";
import type { Feed } from "./feed.ts";

const stalledItem = z.object({ sk: z.string(), since: z.int() });

/** An owner's feed that stands still, and since when (unix ms) it has failed. */
export type StalledOwner = { readonly feedId: string; readonly since: number };

/**
 * Owners' feeds that stand still (`feeds` table, pk `<instance>#stalled`, sk the feed's id). Owners are too many to look
 * through all of their feeds for them. A note is written before the feed and removed before it, too, so that after a crash
 * a note may stand for a feed that reads: whoever lists them asks the feeds themselves.
 */
export class StalledOwners {
  readonly #table: Pick<Table, "put" | "query" | "remove">;

  constructor(table: Pick<Table, "put" | "query" | "remove">) {
    this.#table = table;
  }

  async note({ instance, feedId }: Pick<Feed, "instance" | "feedId">, since: number): Promise<void> {
    await this.#table.put([{ item: { pk: keyOf(instance), sk: feedId, since } }]);
  }

  async forget({ instance, feedId }: Pick<Feed, "instance" | "feedId">): Promise<void> {
    await this.#table.remove({ pk: keyOf(instance), sk: feedId });
  }

  /** Up to `limit` of them. */
  async list(
    instance: string,
    limit: number,
  ): Promise<{ readonly owners: readonly StalledOwner[]; readonly more: boolean }> {
    const { items, more } = await this.#table.query({ pk: keyOf(instance), limit });
    const owners = items.map((item) => {
      const { sk: feedId, since } = parseStored(stalledItem, item, `stalled feed of ${instance}`);
      return { feedId, since };
    });
    return { owners, more };
  }
}

const keyOf = (instance: string): string => `${instance}#stalled`;
