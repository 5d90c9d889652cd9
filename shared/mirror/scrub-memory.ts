import * as z from "zod";
import type { Subject } from "../kernel/catalogue.ts";
import { idInKey } from "../kernel/hash.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Table } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";
import { shardPartition } from "./mirror-key.ts";

/** The number of items per page. It is small, because a visit reads few records, and items may be large. */
const perPage = 25;

const readItem = z.object({ id: z.string(), state: z.string(), asOf: z.int() });

/**
 * The mirror as scrubs use it: which records exist, and when each was last read by id or, in a first pass, in a list.
 */
export class ScrubMemory {
  readonly #mirror: Table;

  constructor(mirror: Table) {
    this.#mirror = mirror;
  }

  async *unread(
    instance: string,
    subject: Subject,
    shard: number,
    before: number,
    after: string | undefined,
  ): AsyncGenerator<string, void> {
    const page = { pk: shardPartition(instance, subject, shard), limit: perPage };
    for await (const item of queryAll(this.#mirror, {
      ...page,
      ...(after !== undefined && { after: idInKey(after) }),
    })) {
      const { id, state, asOf } = parseStored(readItem, item, `mirror item ${subject} ${item.sk}`);
      if (state !== "deleted" && asOf < before) yield id;
    }
  }
}
