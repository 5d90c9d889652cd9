import { deliveriesOfDay } from "../../delivery/rows/deliveries-of-day.ts";
import { type DeliveryRow, deliveryRow } from "../../delivery/rows/delivery-row.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Table } from "../../kernel/ports/table.ts";
import { WorkTurn } from "../../kernel/work-turn.ts";

type Asked = {
  readonly subscription: string;
  /** The sort key of the previous page's last row. */
  readonly after: string | undefined;
  readonly limit: number;
  /** Undefined selects all rows. */
  readonly isWanted: ((row: DeliveryRow) => boolean) | undefined;
  /** The newest and the oldest day to list, each as a time (unix ms) within that day. */
  readonly newestMs: number;
  readonly oldestMs: number;
};

/** `next`: the sort key after which the next page begins; undefined on the last page. */
type Listed = { readonly rows: readonly DeliveryRow[]; readonly next: string | undefined };

const day = 86_400_000;

/**
 * The most rows that are read for a page, including those left out of it. A busy subscription has a million, too many
 * for one request.
 */
const mostScanned = 5_000;

/** A failure whose response is stored counts as this many rows: it takes up to 6 KB, and the rest of a row 0.8 KB. */
const rowsPerFailure = 7;

/**
 * How many rows are read before other work gets a turn. In a single-machine deployment, table reads never wait, and
 * deliveries share this thread.
 */
const rowsPerTurn = 100;

/** Lists deliveries of a subscription, the newest event first. It goes back day by day and merges a day's shards. */
export async function listDeliveries(
  table: Pick<Table, "query">,
  { subscription, after, limit, isWanted, newestMs, oldestMs }: Asked,
): Promise<Listed> {
  const rows: DeliveryRow[] = [];
  const turn = new WorkTurn(rowsPerTurn);
  let counted = 0;
  const begin = Math.min(newestMs, detectedAtOf((after ?? "").split("#")[0] ?? "") ?? newestMs);
  for (let at = startOfDay(begin); at >= startOfDay(oldestMs); at -= day) {
    for await (const item of deliveriesOfDay(table, {
      subscription,
      at,
      after,
      few: isWanted === undefined ? limit : mostScanned / 10,
    })) {
      const row = parseStored(deliveryRow, item, `delivery at ${item.pk} ${item.sk}`);
      const isListed = isWanted === undefined || isWanted(row);
      if (isListed && rows.length === limit) return { rows, next: rows.at(-1)?.sk };
      if (isListed) rows.push(row);
      counted += 1 + rowsPerFailure * (row.failures?.length ?? 0);
      await turn.spend(1);
      if (counted >= mostScanned) return { rows, next: row.sk };
    }
  }
  return { rows, next: undefined };
}

function startOfDay(ms: number): number {
  return ms - (ms % day);
}
