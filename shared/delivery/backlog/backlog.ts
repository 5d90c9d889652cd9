import * as z from "zod";
import { type DeliveryMessage, deliveryMessage } from "../../fanout/delivery-message.ts";
import { ContentionError } from "../../kernel/errors.ts";
import { bucketOf } from "../../kernel/hash.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Change, Key, Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { deliveryShards } from "../rows/delivery-row.ts";

/** Shards of the index of endpoints that have something due. */
export const dueShards = 4;

export const dueShardOf = (shard: number): string => `due#${shard}`;

/** A delivery that waits (`deliveries` table, pk `<subscription>#backlog#<shard>`, sk `<event>#<run>`); `due` in unix ms. */
const backlogRow = deliveryMessage.extend({ due: z.int() });
export type BacklogRow = z.infer<typeof backlogRow>;

/**
 * What an endpoint's backlog needs to be found (`subscriptions` table, under the partner, sk `endpoint#<subscription>`):
 * `due` is never later than the earliest row; `parkRev` rises with every parking.
 */
const endpointItem = z.object({ parkRev: z.int().default(0), due: z.int().exactOptional() });
export type EndpointBacklog = z.infer<typeof endpointItem>;

export type EndpointId = { readonly partner: string; readonly subscription: string };

const tries = 8;

export type BacklogTables = {
  readonly deliveries: Pick<Table, "put" | "query" | "remove">;
  readonly subscriptions: Pick<Table, "get" | "update">;
};

/**
 * Deliveries that wait longer than a queue may hold them. Parking writes the row, then the endpoint; draining reads the
 * endpoint, then the rows, and settles only if nobody parked in between. In every interleaving a parked row is either
 * seen by the drain or has moved `parkRev`, so none is forgotten.
 */
export class Backlog {
  readonly #tables: BacklogTables;

  constructor(tables: BacklogTables) {
    this.#tables = tables;
  }

  /** Parks the attempt `message` names until `due`. When this returned, and not before, the message may be acknowledged. */
  async park(message: DeliveryMessage, due: number): Promise<void> {
    const item = { ...keyOf(message), ...deliveryMessage.parse(message), due };
    // A repeat of an earlier attempt's end must not put the delivery back; its own row is newer, and counted.
    const when = [{ attribute: "attempt", is: "absentOrAtMost", value: message.attempt } as const];
    await this.#tables.deliveries.put([{ item, when }]);
    await this.#announce(message, due);
  }

  async endpoint(endpoint: EndpointId): Promise<EndpointBacklog> {
    const key = endpointKey(endpoint);
    const item = await this.#tables.subscriptions.get(key, { consistent: true });
    return parseStored(endpointItem, item ?? {}, `endpoint ${key.pk} ${key.sk}`);
  }

  /** All rows of an endpoint, consistently; within a shard in event order. */
  async *rows(subscription: string): AsyncGenerator<BacklogRow> {
    for (let shard = 0; shard < deliveryShards; shard += 1) {
      const pk = partitionOf(subscription, shard);
      for await (const item of queryAll(this.#tables.deliveries, { pk, consistent: true })) {
        yield parseStored(backlogRow, item, `backlog row ${pk} ${item.sk}`);
      }
    }
  }

  /** Removes a row whose message was sent, unless it was parked anew meanwhile. */
  async remove(row: BacklogRow): Promise<void> {
    await this.#tables.deliveries.remove(keyOf(row), [{ attribute: "attempt", is: "equal", value: row.attempt }]);
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

  /** `parkRev` + 1 and `due` = min(due, new): tables have no minimum, but one of two conditional updates always fits. */
  async #announce(endpoint: EndpointId, due: number): Promise<void> {
    const key = endpointKey(endpoint);
    const { partner, subscription } = endpoint;
    const add = { parkRev: 1 };
    const earlier: Change = {
      key,
      add,
      set: { partner, subscription, due, dueShard: dueShard(endpoint) },
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

function endpointKey({ partner, subscription }: EndpointId): Key {
  return { pk: `partner#${partner}`, sk: `endpoint#${subscription}` };
}

/** The endpoint an item of the `due` index stands for. */
export function endpointOf({ pk, sk }: Key): EndpointId {
  return { partner: pk.slice("partner#".length), subscription: sk.slice("endpoint#".length) };
}

function dueShard({ subscription }: EndpointId): string {
  return dueShardOf(bucketOf(subscription, dueShards));
}

function partitionOf(subscription: string, shard: number): string {
  return `${subscription}#backlog#${shard}`;
}

function keyOf({ subscription, event, run }: DeliveryMessage): Key {
  return { pk: partitionOf(subscription, bucketOf(event, deliveryShards)), sk: `${event}#${run}` };
}
