import { parseStored } from "../../kernel/parse.ts";
import type { Item, TableReader } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { type DeliveryRow, deliveryKey, deliveryRow } from "./delivery-row.ts";

/** The `deliveries` table. */
type Deliveries = Pick<TableReader, "query" | "getAll">;
type Asked = { readonly subscription: string; readonly event: string; readonly mostReplays: number };

/**
 * Reads the first delivery of an event to a subscription and its newest replays, in order. The number of replays is
 * unlimited: an API key may start one every second, so reading all of them could take arbitrarily long.
 */
export async function deliveryRuns(
  table: Deliveries,
  { subscription, event, mostReplays }: Asked,
): Promise<readonly DeliveryRow[]> {
  const { pk, sk } = deliveryKey({ subscription, event, run: "0" });
  const newest: Item[] = [];
  // Runs sort by their start, and the first delivery sorts before all others.
  const query = { pk, prefix: `${event}#`, descending: true, limit: mostReplays };
  for await (const item of queryAll(table, query)) {
    if (newest.push(item) === mostReplays) break;
  }
  const isFirstAmong = newest.length < mostReplays || newest.at(-1)?.sk === sk;
  const [first] = isFirstAmong ? [] : await table.getAll([{ pk, sk }]);
  return [...(first === undefined ? [] : [first]), ...newest.toReversed()].map((item) =>
    parseStored(deliveryRow, item, `delivery at ${item.pk} ${item.sk}`),
  );
}
