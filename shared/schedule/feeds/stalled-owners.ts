import * as z from "zod";
import { defined } from "../../kernel/defined.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Table } from "../../kernel/ports/table.ts";
import type { Feed } from "./feed.ts";

const stalledItem = z.object({ sk: z.string(), since: z.int() });

/** `since`: when the feed began to fail (unix ms). */
export type StalledOwner = { readonly feedId: string; readonly since: number };

type Owner = Pick<Feed, "instance" | "feedId">;

/**
 * Lists the owners' stalled feeds (table `feeds`, pk `<instance>#stalled`, sk the feed's id), because there are too
 * many owners to search all of their feeds. A note is written or removed before its feed's state changes. After a crash
 * in between, a note may name a feed that isn't stalled, so callers check the feeds. Conversely, a stalled feed may
 * have no note until it is read again.
 */
export class StalledOwners {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async note({ instance, feedId }: Owner, since: number): Promise<void> {
    await this.#table.put([{ item: { pk: keyOf(instance), sk: feedId, since } }]);
  }

  async forget({ instance, feedId }: Owner): Promise<void> {
    await this.#table.remove({ pk: keyOf(instance), sk: feedId });
  }

  async list(
    instance: string,
    limit: number,
    after?: string,
  ): Promise<{ readonly owners: readonly StalledOwner[]; readonly more: boolean }> {
    const { items, more } = await this.#table.query({ pk: keyOf(instance), limit, ...defined({ after }) });
    const owners = items.map((item) => {
      const { sk: feedId, since } = parseStored(stalledItem, item, `stalled feed of ${instance}`);
      return { feedId, since };
    });
    return { owners, more };
  }
}

const keyOf = (instance: string): string => `${instance}#stalled`;
