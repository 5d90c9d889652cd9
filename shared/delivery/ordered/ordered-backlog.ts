import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Key, Query, Table } from "../../kernel/ports/table.ts";
import { type Backlog, type BacklogRow, backlogKey, backlogPartition, backlogRow } from "../backlog/backlog.ts";
import { deliveryShards } from "../rows/delivery-row.ts";

type Parts = {
  readonly backlog: Pick<Backlog, "settle" | "announce" | "remove">;
  /** The `deliveries` table. */
  readonly deliveries: Pick<Table, "query" | "update">;
  readonly clock: Clock;
  /** Ms after which a delivery that was sent for, and of which nothing came, is sent for again. */
  readonly patience: number;
};

const pageSize = 100;

/**
 * The backlog of an ordered subscription, as drains and probes see it: of each record only the first event that waits.
 * A row that is sent stays until its delivery is done, so that those behind it see it.
 */
export class OrderedBacklog {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  settle(...call: Parameters<Backlog["settle"]>): ReturnType<Backlog["settle"]> {
    return this.#parts.backlog.settle(...call);
  }

  /** Each record's first row; records in no particular order, and `descending` from their other end. */
  async *rows(
    subscription: string,
    { descending }: { readonly few?: number; readonly descending?: true } = {},
  ): AsyncGenerator<BacklogRow> {
    for (let turn = 0; turn < deliveryShards; turn += 1) {
      const shard = descending === true ? deliveryShards - 1 - turn : turn;
      yield* this.#firstRows(backlogPartition(subscription, shard));
    }
  }

  /** The row was sent for: it is looked at again when nothing came of that. */
  async remove(row: BacklogRow): Promise<void> {
    const { deliveries, backlog, clock, patience } = this.#parts;
    // It was held before it had a place; its message lines it up.
    if (row.position === undefined) return backlog.remove(row);
    const due = clock.now() + patience;
    const when = [{ attribute: "attempt", is: "equal", value: row.attempt } as const];
    const change = { key: backlogKey(row), set: { due }, remove: ["held"], when };
    if ((await deliveries.update(change)) === "written") await backlog.announce(row, due);
  }

  async *#firstRows(pk: string): AsyncGenerator<BacklogRow> {
    let after: string | undefined;
    let record: string | undefined;
    for (;;) {
      const query: Query = { pk, consistent: true, limit: pageSize, ...(after === undefined ? {} : { after }) };
      const { items, more } = await this.#parts.deliveries.query(query);
      for (const item of items) {
        const row = read(item);
        if (row.position !== undefined && row.position.record === record) continue;
        record = row.position?.record;
        yield row;
      }
      const last = items.at(-1);
      if (!more || last === undefined) return;
      // What else waits of this record needn't be read: there may be thousands.
      after = record === undefined ? last.sk : `${record}#~`;
    }
  }
}

function read(item: Key): BacklogRow {
  return parseStored(backlogRow, item, `backlog row ${item.pk} ${item.sk}`);
}
