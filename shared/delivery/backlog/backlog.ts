import * as z from "zod";
import { type DeliveryMessage, deliveryMessage, type OrderPosition } from "../../fanout/delivery-message.ts";
import type { BatchWriter } from "../../kernel/batch-writer.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { detectedAtOf, idBoundary } from "../../kernel/event-id.ts";
import { bucketOf } from "../../kernel/hash.ts";
import { inPortions } from "../../kernel/in-portions.ts";
import { KeyedBatcher } from "../../kernel/keyed-batcher.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Change, Condition, Item, Key, Query, Table } from "../../kernel/ports/table.ts";
import { mergeAscending, queryAll } from "../../kernel/query-all.ts";
import { retryOnConflict } from "../../kernel/retry-on-conflict.ts";
import { dueShard, type EndpointId, endpointKey } from "../endpoint/endpoint-item.ts";
import type { DeliveryLog } from "../rows/delivery-log.ts";
import { deliveryShards, postponement } from "../rows/delivery-row.ts";

/**
 * A delivery that waits (`deliveries` table, pk `<subscription>#backlog#<shard>`, sk `<event>#<run>`). For an ordered
 * subscription, the sk is `<record>#<seq>#<part>#<event>#<run>`, in the shard of the record.
 */
export const backlogRow = deliveryMessage.extend({
  /** When the delivery is due (unix ms), without the time that {@link dueOf} adds. */
  due: z.int(),
  /** Set if the delivery waits for its endpoint instead of for its due time. */
  held: z.literal(true).exactOptional(),
  /** How many times the delivery was sent as a probe and failed. */
  probes: z.int().exactOptional(),
  /**
   * The event's type, set for a pull subscription: when the delivery is acknowledged or expires, the event may no
   * longer be stored.
   */
  type: z.string().exactOptional(),
  postponed: postponement.exactOptional(),
  /** The value of `stopped` in the endpoint's circuit when the row was written. If absent, `due` never moves. */
  stopped: z.int().exactOptional(),
});
export type BacklogRow = z.infer<typeof backlogRow>;

export function readBacklogRow(item: Key): BacklogRow {
  return parseStored(backlogRow, item, `backlog row ${item.pk} ${item.sk}`);
}

/**
 * When (unix ms) a row is due. Deliveries don't age while their endpoint is paused or disabled; `stopped` is that time
 * (ms) in total.
 */
export function dueOf(row: Pick<BacklogRow, "due" | "stopped">, { stopped }: { readonly stopped: number }): number {
  return row.due + (stopped - (row.stopped ?? stopped));
}

export type Wait = Pick<BacklogRow, "due" | "held" | "probes" | "type" | "postponed" | "stopped">;

export type RowRange = {
  readonly few?: number;
  readonly descending?: true;
  readonly after?: Key;
  /** Set this for an unordered subscription: its rows have no position, so a shard needs one query instead of two. */
  readonly unordered?: true;
};

type BacklogTables = Context & {
  readonly deliveries: Table;
  /** Writes to `deliveries` in batches, so that deliveries held for an unhealthy endpoint share writes. */
  readonly writer: BatchWriter;
  readonly subscriptions: Table;
};

/**
 * Keeps waiting deliveries in a table instead of a queue:
 *
 *   add      row written ───────▶ backlogRev + 1, due = min(due, row's)
 *   drain    reads backlogRev = r ───▶ reads the rows, sends ───▶ sets due, if backlogRev is still r
 *
 * Whatever the order of these steps, a drain either sees a new row, or fails to set the due time and checks again.
 */
export class Backlog {
  readonly #tables: BacklogTables;
  readonly #announcing = new KeyedBatcher<EndpointId & { readonly due: number }, void>((_, batch) =>
    this.#announceAll(batch),
  );

  constructor(tables: BacklogTables) {
    this.#tables = tables;
  }

  /**
   * Acknowledge `message` only after this has returned.
   *
   * @example await backlog.add(message, { due: clock.now(), held: true });
   */
  async add(message: DeliveryMessage, wait: Wait): Promise<void> {
    const parsed = deliveryMessage.parse(message);
    const detectedAt = detectedAtOf(message.event) ?? wait.due;
    // The row expires with its event: without the event, there is nothing to send.
    const expiresAt = Math.ceil((detectedAt + this.#tables.timings.eventRetention) / 1_000);
    const item = { ...backlogKey(message), ...parsed, ...wait, expiresAt };
    // A repeated message of an earlier attempt must not replace the row, because the stored row is newer.
    const when = [{ attribute: "attempt", is: "absentOrAtMost", value: message.attempt } as const];
    await this.#tables.writer.put({ item, when });
    await this.announce(message, wait.due);
  }

  /**
   * Reads an endpoint's rows by event, oldest first, or by record if they have a position. The reads are consistent.
   * `few`, the number of rows that the caller probably needs, sets only the size of pages. `after` comes from
   * {@link behind}.
   */
  async *rows(subscription: string, range: RowRange = {}): AsyncGenerator<BacklogRow> {
    const { few, descending = false, after, unordered } = range;
    const { clock, timings } = this.#tables;
    const limit = few === undefined ? undefined : pageFor(few);
    const unexpired = { from: idBoundary(clock.now() - timings.eventRetention) };
    const ranges = unordered ? [unexpired] : [{ to: lowestEvent }, unexpired];
    const inOrder = descending ? ranges.toReversed() : ranges;
    const shards = Array.from({ length: deliveryShards }, (_, shard) => {
      const query: Query = { pk: backlogPartition(subscription, shard), descending };
      return this.#unexpired({ ...query, ...defined({ limit, after: after?.sk }) }, inOrder);
    });
    for await (const item of mergeAscending<Item>(shards, (one, other) => one.sk < other.sk !== descending)) {
      yield readBacklogRow(item);
    }
  }

  /**
   * Reads a shard without the rows of expired events. DynamoDB may take days to delete such rows, and a query would
   * read past millions of them before it returned a row. The keys of rows with a position begin with a digest in hex.
   * Such keys sort before all event ids or, if the digest begins with `f`, after them. One of the `ranges` contains
   * them.
   */
  async *#unexpired(query: Query, ranges: readonly Pick<Query, "from" | "to">[]): AsyncGenerator<Item> {
    const growTo = Math.max(query.limit ?? 0, largestPage);
    for (const range of ranges) yield* queryAll(this.#tables.deliveries, { ...query, ...range }, { growTo });
  }

  /** The position at which a reader continues after `row`. */
  behind(row: BacklogRow): Key {
    return backlogKey(row);
  }

  /**
   * Removes a row whose message was sent, unless a later attempt has replaced it. With `due`, the row stays if its due
   * time has changed: a worker may receive the message and hold the delivery again before this removal.
   */
  async remove(row: DeliveryMessage & Partial<Pick<BacklogRow, "due">>): Promise<void> {
    const { attempt, due } = row;
    const when: Condition = [
      { attribute: "attempt", is: "equal", value: attempt },
      ...(due === undefined ? [] : [{ attribute: "due", is: "equal", value: due } as const]),
    ];
    await this.#tables.deliveries.remove(backlogKey(row), when);
  }

  async drop(message: DeliveryMessage): Promise<void> {
    await this.#tables.deliveries.remove(backlogKey(message));
  }

  /**
   * Sets when the endpoint is due next; undefined means that nothing waits. The next drain reads the backlog from its
   * beginning. Changes nothing and returns false if `backlogRev` has risen, for example because a row was added.
   */
  async setDue(endpoint: EndpointId, backlogRev: number, due: number | undefined): Promise<boolean> {
    const change: Change = {
      key: endpointKey(endpoint),
      remove: ["drainAt", "drainFrom", ...(due === undefined ? ["due", "dueShard"] : [])],
      ...(due !== undefined && { set: { due, dueShard: dueShard(endpoint) } }),
      when: [{ attribute: "parkRev", is: "equal", value: backlogRev }],
    };
    return (await this.#tables.subscriptions.update(change)) === "written";
  }

  /** Removes a deleted subscription's endpoint, unless `backlogRev` has risen, for example because a row was added. */
  async forget(endpoint: EndpointId, backlogRev: number): Promise<void> {
    await this.#tables.subscriptions.remove(endpointKey(endpoint), [
      { attribute: "parkRev", is: "equal", value: backlogRev },
    ]);
  }

  /**
   * Makes the endpoint due at `due` or earlier. Announcements that arrive during a write share the next write. Without
   * this, an unhealthy endpoint's deliveries would compete for its one item.
   */
  announce({ partner, subscription }: EndpointId, due: number): Promise<void> {
    return this.#announcing.add(`${partner}/${subscription}`, { partner, subscription, due });
  }

  /**
   * Stores the earlier of the stored and the new due time. One of two conditional updates applies, unless the item
   * changes between them. `sameOrLater` is tried first, because most endpoints with a backlog are already due earlier.
   */
  async #announceAll(batch: readonly (EndpointId & { readonly due: number })[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const { partner, subscription } = first;
    const key = endpointKey(first);
    const due = Math.min(...batch.map((added) => added.due));
    const add = { parkRev: 1 };
    const earlier: Change = {
      key,
      add,
      set: { partner, subscription, due, dueShard: dueShard(first) },
      when: [{ attribute: "due", is: "absentOrAbove", value: due }],
    };
    const sameOrLater: Change = {
      key,
      add,
      // If a drain has removed `due`, only `earlier` may apply: it sets `due`.
      when: [
        { attribute: "due", is: "present" },
        { attribute: "due", is: "absentOrAtMost", value: due },
      ],
    };
    await retryOnConflict(`the backlog of ${subscription}`, async () => {
      if ((await this.#tables.subscriptions.update(sameOrLater)) === "written") return "written";
      return (await this.#tables.subscriptions.update(earlier)) === "written" ? "written" : "conflict";
    });
  }
}

/** Sorts before every event id. */
const lowestEvent = "evt_";

/** The size (rows) to which pages grow as a caller keeps reading. A larger first page keeps its size. */
const largestPage = 100;

/** The size of a shard's first page: twice the average, because the rows aren't spread evenly across the shards. */
function pageFor(rows: number): number {
  return Math.ceil((2 * rows) / deliveryShards) + 1;
}

export function backlogPartition(subscription: string, shard: number): string {
  return `${subscription}#backlog#${shard}`;
}

export function backlogKey(delivery: Pick<DeliveryMessage, "subscription" | "event" | "run" | "position">): Key {
  const { subscription, event, run, position } = delivery;
  const shard = bucketOf(position?.record ?? event, deliveryShards);
  const place = position === undefined ? "" : `${placeOf(position)}#`;
  return { pk: backlogPartition(subscription, shard), sk: `${place}${event}#${run}` };
}

/** The part of a key that sorts a record's rows in the order of its events. */
function placeOf({ record, seq, part }: OrderPosition): string {
  return `${record}#${String(seq).padStart(12, "0")}#${String(part).padStart(3, "0")}`;
}

/** The most deliveries that one call ends. */
export const endedAtOnce = 200;

/**
 * How many deliveries end concurrently. On a single machine, their writes share one commit, and live deliveries wait
 * until it ends.
 */
const portion = 50;

type Parts = {
  readonly backlog: Pick<Backlog, "rows" | "drop">;
  readonly log: DeliveryLog;
};

/**
 * Ends the waiting deliveries of a subscription that has been deleted or is about to be deleted. Without this, they
 * would count as waiting until their rows expire. After "more", call this function again.
 */
export async function endBacklog(subscription: string, { backlog, log }: Parts): Promise<"done" | "more"> {
  const end = async (waiting: BacklogRow) => {
    const row = await log.find(waiting);
    // A delivery without a row in the log appears in no list.
    if (row !== undefined) await log.expire(waiting, row);
    await backlog.drop(waiting);
  };
  return (await endRows(backlog.rows(subscription, { few: endedAtOnce }), () => true, end)) === "more"
    ? "more"
    : "done";
}

/**
 * Ends rows, from the first on, as long as `isOver` returns true. Returns "more" after {@link endedAtOnce} rows,
 * because others may follow. `next`: the first row that stays.
 */
export async function endRows(
  rows: AsyncIterable<BacklogRow>,
  isOver: (row: BacklogRow) => boolean,
  end: (row: BacklogRow) => Promise<void>,
): Promise<"more" | { readonly next: BacklogRow | undefined }> {
  const over: BacklogRow[] = [];
  let next: BacklogRow | undefined;
  for await (const row of rows) {
    if (!isOver(row)) {
      next = row;
      break;
    }
    if (over.push(row) === endedAtOnce) break;
  }
  await inPortions(over, portion, end);
  return over.length === endedAtOnce ? "more" : { next };
}
