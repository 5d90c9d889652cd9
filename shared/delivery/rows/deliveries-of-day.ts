import { utcDay } from "../../kernel/instant.ts";
import type { Item, Table } from "../../kernel/ports/table.ts";
import { mergeAscending, queryAll } from "../../kernel/query-all.ts";
import { deliveryShards } from "./delivery-row.ts";

type Asked = {
  readonly subscription: string;
  /** A time within the day (unix ms). */
  readonly at: number;
  /** About how many rows are wanted. */
  readonly few: number;
  /** The sort key after which to continue. */
  readonly after?: string | undefined;
};

/**
 * Yields the rows of a subscription's deliveries for the events of one day, from all shards, the newest event first.
 */
export function deliveriesOfDay(
  table: Pick<Table, "query">,
  { subscription, at, few, after }: Asked,
): AsyncGenerator<Item> {
  const limit = Math.ceil((2 * few) / deliveryShards);
  const shards = Array.from({ length: deliveryShards }, (_, shard) => {
    const query = { pk: `${subscription}#${utcDay(at)}#${shard}`, descending: true, limit };
    return queryAll(table, after === undefined ? query : { ...query, after });
  });
  return mergeAscending<Item>(shards, (one, other) => one.sk > other.sk);
}
