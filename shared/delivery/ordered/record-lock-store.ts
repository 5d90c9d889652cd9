import * as z from "zod";
import type { DeliveryMessage, OrderPosition } from "../../fanout/delivery-message.ts";
import type { TableContext } from "../../kernel/context.ts";
import { bucketOf } from "../../kernel/hash.ts";
import { parseStored } from "../../kernel/parse.ts";
import { absentOrExpired, type Condition, type Key } from "../../kernel/ports/table.ts";
import { deliveryShards } from "../rows/delivery-row.ts";

/**
 * The lock of one record of an ordered subscription (`deliveries` table, pk `<subscription>#turns#<shard>`, sk record).
 * `seq` and `part` are those of the newest event for which the lock was taken. `until`: when the lock expires (unix
 * ms).
 */
const recordLockItem = z.object({ seq: z.int(), part: z.int(), until: z.int().exactOptional(), rev: z.int() });
export type RecordLockItem = z.infer<typeof recordLockItem>;

export type HeldLock = {
  /** Whether a newer event of the record may have been sent already. */
  readonly late: boolean;
  /** When the lock expires (unix ms). Another worker can then take it. */
  readonly until: number;
  readonly rev: number;
};

export type Positioned = DeliveryMessage & { readonly position: OrderPosition };

/** Takes and releases record locks by compare-and-set. */
export class RecordLockStore {
  readonly #parts: TableContext;

  constructor(parts: TableContext) {
    this.#parts = parts;
  }

  async read(message: Positioned): Promise<RecordLockItem | undefined> {
    const key = keyOf(message);
    const item = await this.#parts.table.get(key);
    return item === undefined ? undefined : parseStored(recordLockItem, item, `record lock ${key.pk} ${key.sk}`);
  }

  /**
   * `before`: the lock as {@link read} returned it. Returns undefined if another delivery of the record is under way,
   * or if the lock has changed since `before` was read.
   */
  async acquire(message: Positioned, before: RecordLockItem | undefined): Promise<HeldLock | undefined> {
    const { table, clock, timings } = this.#parts;
    const now = clock.now();
    if ((before?.until ?? 0) > now) return undefined;
    const { seq, part } = message.position;
    const late = before !== undefined && isBefore(message.position, before);
    const newest = late ? { seq: before.seq, part: before.part } : { seq, part };
    // The lock lasts longer than a delivery's deadline and the reads and writes around it.
    const [until, rev] = [now + timings.claimRetention, (before?.rev ?? 0) + 1];
    // The position is remembered for as long as an older event can arrive.
    const expiresAt = Math.ceil((now + timings.deliveryRetention) / 1_000);
    const item = { ...keyOf(message), ...newest, until, rev, expiresAt };
    const when: Condition =
      before === undefined ? absentOrExpired(now) : [{ attribute: "rev", is: "equal", value: before.rev }];
    const [outcome] = await table.put([{ item, when }]);
    return outcome === "written" ? { late, until, rev } : undefined;
  }

  /** Does nothing if another worker has taken the lock since. */
  async release(message: Positioned, { rev }: HeldLock): Promise<void> {
    const when = [{ attribute: "rev", is: "equal", value: rev } as const];
    await this.#parts.table.update({ key: keyOf(message), add: { rev: 1 }, remove: ["until"], when });
  }
}

function isBefore(one: Pick<OrderPosition, "seq" | "part">, other: Pick<OrderPosition, "seq" | "part">): boolean {
  return one.seq < other.seq || (one.seq === other.seq && one.part < other.part);
}

function keyOf({ subscription, position: { record } }: Positioned): Key {
  return { pk: `${subscription}#turns#${bucketOf(record, deliveryShards)}`, sk: record };
}
