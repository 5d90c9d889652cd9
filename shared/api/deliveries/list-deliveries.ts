import { type DeliveryRow, deliveryRow, deliveryShards } from "../../delivery/rows/delivery-row.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item, Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { merged } from "../../publishing/merged.ts";

type Asked = {
  readonly subscription: string;
  /** Sort key of the last row of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly state: DeliveryRow["state"] | undefined;
  /** The newest and the oldest day (unix ms in it) to look at. */
  readonly newestMs: number;
  readonly oldestMs: number;
};

const day = 86_400_000;

/** Deliveries of a subscription, the newest event first: day by day backwards, each day's shards as one sequence. */
export async function listDeliveries(
  table: Pick<Table, "query">,
  { subscription, after, limit, state, newestMs, oldestMs }: Asked,
): Promise<{ readonly rows: readonly DeliveryRow[]; readonly more: boolean }> {
  const rows: DeliveryRow[] = [];
  const begin = Math.min(newestMs, detectedAtOf((after ?? "").split("#")[0] ?? "") ?? newestMs);
  for (let at = startOfDay(begin); at >= startOfDay(oldestMs); at -= day) {
    for await (const item of dayOf(table, subscription, at, after, limit)) {
      const row = parseStored(deliveryRow, item, `delivery at ${item.pk} ${item.sk}`);
      if (state !== undefined && row.state !== state) continue;
      if (rows.length === limit) return { rows, more: true };
      rows.push(row);
    }
  }
  return { rows, more: false };
}

function dayOf(
  table: Pick<Table, "query">,
  subscription: string,
  at: number,
  after: string | undefined,
  limit: number,
) {
  const date = new Date(at).toISOString().slice(0, 10);
  const size = Math.ceil((2 * limit) / deliveryShards);
  const shards = Array.from({ length: deliveryShards }, (_, shard) => {
    const query = { pk: `${subscription}#${date}#${shard}`, descending: true, limit: size };
    return queryAll(table, after === undefined ? query : { ...query, after });
  });
  return merged<Item>(shards, (one, other) => one.sk > other.sk);
}

function startOfDay(ms: number): number {
  return ms - (ms % day);
}
