import { utcDay } from "../../kernel/calendar.ts";
import { mergeAscending } from "../../kernel/merge-ascending.ts";
import type { Item, Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { deliveryShards } from "./delivery-row.ts";

type Asked = {
  readonly subscription: string;
  /** Unix ms in the day. */
  readonly at: number;
  /** About how many rows are wanted. */
  readonly few: number;
  /** Sort key to go on after. */
  readonly after?: string | undefined;
};

/** The rows of a subscription's deliveries of one day, the newest event first: the day's shards as one sequence. */
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
