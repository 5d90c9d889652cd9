import * as z from "zod";
import { type DeliveryMessage, deliveryMessage, type OrderPosition } from "../../fanout/delivery-message.ts";
import { ContentionError } from "../../kernel/errors.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import { bucketOf } from "../../kernel/hash.ts";
import { KeyedBatcher } from "../../kernel/keyed-batcher.ts";
import { mergeAscending } from "../../kernel/merge-ascending.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Change, Item, Key, Query, Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { dueShard, type EndpointId, type EndpointItem, endpointKey, readEndpoint } from "../endpoint/endpoint-item.ts";
import { deliveryShards } from "../rows/delivery-row.ts";

/**
 * A delivery that waits (`deliveries` table, pk `<subscription>#backlog#<shard>`, sk `<event>#<run>`; of an ordered
 * subscription `<record>#<seq>#<part>#<event>#<run>`, in the shard of the record).
 */
export const backlogRow = deliveryMessage.extend({
  /** Unix ms, had no clock stood still since it was parked. */
  due: z.int(),
  /** It waits for its endpoint, not for a time. */
  held: z.literal(true).exactOptional(),
  /** How often it was a probe that failed. */
  probes: z.int().exactOptional(),
  /** Of the event, where it waits to be fetched: by the time it expires the event can't be read. */
  type: z.string().exactOptional(),
  /** What the endpoint's `stopped` was when it was parked. */
  stopped: z.int().exactOptional(),
});
export type BacklogRow = z.infer<typeof backlogRow>;

export type Parking = Pick<BacklogRow, "due" | "held" | "probes" | "type" | "stopped">;

const tries = 8;

export type BacklogTables = {
  readonly deliveries: Pick<Table, "put" | "query" | "remove">;
  readonly subscriptions: Pick<Table, "get" | "update" | "remove">;
  /** Ms that an event can be read: a row that outlives it has nothing to send. */
  readonly eventRetention: number;
};

/**
 * Deliveries that wait longer than a queue may hold them. Parking writes the row, then the endpoint; draining reads the
 * endpoint, then the rows, and settles only if nobody parked in between. In every interleaving a parked row is either
 * seen by the drain or has moved `parkRev`, so none is forgotten.
 */
export class Backlog {
  readonly #tables: BacklogTables;
  readonly #announcing = new KeyedBatcher<EndpointId & { readonly due: number }, void>((_, batch) =>
    this.#announceAll(batch),
  );

  constructor(tables: BacklogTables) {
    this.#tables = tables;
  }

  /** Parks the attempt `message` names. When this returned, and not before, the message may be acknowledged. */
  async park(message: DeliveryMessage, parking: Parking): Promise<void> {
    const parsed = deliveryMessage.parse(message);
    const detectedAt = detectedAtOf(message.event) ?? parking.due;
    const expiresAt = Math.ceil((detectedAt + this.#tables.eventRetention) / 1_000);
    const item = { ...backlogKey(message), ...parsed, ...parking, expiresAt };
    // A repeat of an earlier attempt's end must not put the delivery back; its own row is newer, and counted.
    const when = [{ attribute: "attempt", is: "absentOrAtMost", value: message.attempt } as const];
    await this.#tables.deliveries.put([{ item, when }]);
    await this.announce(message, parking.due);
  }

  async endpoint(endpoint: EndpointId): Promise<EndpointItem> {
    const key = endpointKey(endpoint);
    return readEndpoint(await this.#tables.subscriptions.get(key, { consistent: true }), key);
  }

  /** The rows of an endpoint, consistently, the oldest event first (or the newest); `few`: no more than that are wanted. */
  async *rows(subscription: string, order: { few?: number; descending?: true } = {}): AsyncGenerator<BacklogRow> {
    const { few, descending = false } = order;
    const shards = Array.from({ length: deliveryShards }, (_, shard) => {
      const query: Query = { pk: backlogPartition(subscription, shard), descending, consistent: true };
      return queryAll(this.#tables.deliveries, few === undefined ? query : { ...query, limit: pageFor(few) });
    });
    for await (const item of mergeAscending<Item>(shards, (one, other) => one.sk < other.sk !== descending)) {
      yield parseStored(backlogRow, item, `backlog row ${item.pk} ${item.sk}`);
    }
  }

  /** Removes a row whose message was sent, unless it was parked anew meanwhile. */
  async remove(row: DeliveryMessage): Promise<void> {
    await this.#tables.deliveries.remove(backlogKey(row), [{ attribute: "attempt", is: "equal", value: row.attempt }]);
  }

  /** Sets when the endpoint is due next (undefined: nothing waits). False where something was parked since `parkRev`. */
  async settle(endpoint: EndpointId, parkRev: number, due: number | undefined): Promise<boolean> {
    const change: Change = {
      key: endpointKey(endpoint),
      ...(due === undefined ? { remove: ["due", "dueShard"] } : { set: { due, dueShard: dueShard(endpoint) } }),
      when: [{ attribute: "parkRev", is: "equal", value: parkRev }],
    };
    return (await this.#tables.subscriptions.update(change)) === "written";
  }

  /** Forgets an endpoint whose subscription is gone; its rows go with their events. */
  async forget(endpoint: EndpointId, parkRev: number): Promise<void> {
    await this.#tables.subscriptions.remove(endpointKey(endpoint), [
      { attribute: "parkRev", is: "equal", value: parkRev },
    ]);
  }

  /** Removes the row of a delivery that is done, whatever attempt it waits for. */
  async drop(message: DeliveryMessage): Promise<void> {
    await this.#tables.deliveries.remove(backlogKey(message));
  }

  /**
   * `parkRev` + 1 and `due` = min(due, new). What is parked together is told together: all of an unhealthy endpoint's rows move
   * the one item, and each of them stands before that is moved.
   */
  announce({ partner, subscription }: EndpointId, due: number): Promise<void> {
    return this.#announcing.add(`${partner}/${subscription}`, { partner, subscription, due });
  }

  /** Tables have no minimum, but one of two conditional updates always fits. */
  async #announceAll(batch: readonly (EndpointId & { readonly due: number })[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const { partner, subscription } = first;
    const key = endpointKey(first);
    const due = Math.min(...batch.map((parked) => parked.due));
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
      // Present: a drain may have taken `due` away between the two updates, and then it must be set.
      when: [
        { attribute: "due", is: "present" },
        { attribute: "due", is: "absentOrAtMost", value: due },
      ],
    };
    for (let tried = 0; tried < tries; tried += 1) {
      if ((await this.#tables.subscriptions.update(earlier)) === "written") return;
      if ((await this.#tables.subscriptions.update(sameOrLater)) === "written") return;
    }
    throw new ContentionError(
      `the endpoint of ${subscription} changes faster than it can be told of a parked delivery`,
    );
  }
}

/** Shards are even, but not exactly so. */
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

/** Sorts as the events of a record do. */
function placeOf({ record, seq, part }: OrderPosition): string {
  return `${record}#${String(seq).padStart(12, "0")}#${String(part).padStart(3, "0")}`;
}
