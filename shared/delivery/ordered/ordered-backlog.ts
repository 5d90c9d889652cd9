import type { DeliveryRef, OrderPosition } from "../../fanout/delivery-message.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import type { Condition, Key, Query, Table, TableReader } from "../../kernel/ports/table.ts";
import {
  type Backlog,
  type BacklogRow,
  backlogKey,
  backlogPartition,
  type RowRange,
  readBacklogRow,
} from "../backlog/backlog.ts";
import { deliveryShards } from "../rows/delivery-row.ts";

type Parts = Context & {
  readonly backlog: Pick<Backlog, "setDue" | "announce" | "remove">;
  /** The `deliveries` table. */
  readonly deliveries: Table;
};

const pageSize = 100;
const leastPage = 4;

/**
 * The backlog of an ordered subscription as drains and probes see it: with only the first row of each record. A sent
 * row stays until its delivery is done, so that the rows behind it wait.
 */
export class OrderedBacklog {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  setDue(...call: Parameters<Backlog["setDue"]>): ReturnType<Backlog["setDue"]> {
    return this.#parts.backlog.setDue(...call);
  }

  /** The records are in no particular order. `descending` reverses the order of the shards. */
  async *rows(subscription: string, { descending, after }: RowRange = {}): AsyncGenerator<BacklogRow> {
    const shards = Array.from({ length: deliveryShards }, (_, shard) => backlogPartition(subscription, shard));
    if (descending === true) shards.reverse();
    const first = after === undefined ? 0 : shards.indexOf(after.pk);
    for (const pk of shards.slice(first)) yield* this.#firstRows(pk, pk === after?.pk ? after.sk : undefined);
  }

  behind(row: BacklogRow): Key {
    const { pk, sk } = backlogKey(row);
    return { pk, sk: row.position === undefined ? sk : behindRecord(row.position.record) };
  }

  /**
   * Called after the message for `row` was sent. Unlike {@link Backlog.remove}, keeps the row and makes it due again
   * later, in case the message is lost.
   */
  async remove(row: BacklogRow): Promise<void> {
    const { deliveries, backlog, clock, timings } = this.#parts;
    // The row was added before its delivery had a place in the order. The receiver of the message assigns the place.
    if (row.position === undefined) return backlog.remove(row);
    // By then, the claim of a worker that died has expired.
    const due = clock.now() + 2 * timings.claimRetention;
    const when: Condition = [
      { attribute: "attempt", is: "equal", value: row.attempt },
      { attribute: "due", is: "equal", value: row.due },
    ];
    // `due` counts from now, so `dueOf` must not add the time of earlier pauses.
    const change = { key: backlogKey(row), set: { due }, remove: ["held", "stopped"], when };
    const isKept = (await deliveries.update(change)) === "written";
    // If the row is gone, the next row of its record may be due. The worker that made the delivery may have died before
    // it requested that row. Without the announcement, this drain would record that nothing waits.
    await backlog.announce(row, isKept ? due : clock.now());
  }

  async *#firstRows(pk: string, start: string | undefined): AsyncGenerator<BacklogRow> {
    let [after, limit] = [start, pageSize];
    let record: string | undefined;
    for (;;) {
      const query: Query = { pk, limit, ...defined({ after }) };
      const { items, more } = await this.#parts.deliveries.query(query);
      let first = 0;
      for (const item of items) {
        const row = readBacklogRow(item);
        if (row.position !== undefined && row.position.record === record) continue;
        record = row.position?.record;
        first += 1;
        yield row;
      }
      const last = items.at(-1);
      if (!more || last === undefined) return;
      // The record may have thousands of other rows.
      after = record === undefined ? last.sk : behindRecord(record);
      // If the records have many rows, a large page would contain mostly rows that aren't needed.
      limit = Math.min(Math.max(2 * first, leastPage), pageSize);
    }
  }
}

/** A sort key behind all rows of the record. */
function behindRecord(record: string): string {
  return `${record}#~`;
}

/** The first waiting row of the delivery's record, in an ordered subscription. */
export async function firstOfRecord(
  table: TableReader,
  delivery: DeliveryRef & { readonly position: OrderPosition },
): Promise<BacklogRow | undefined> {
  const { pk } = backlogKey(delivery);
  const { items } = await table.query({ pk, prefix: `${delivery.position.record}#`, limit: 1 });
  return items[0] && readBacklogRow(items[0]);
}
