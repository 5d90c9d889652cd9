import { take } from "../http/selection.ts";
import { pick, type Random } from "../store/random.ts";
import type { Table } from "../store/table.ts";

/** Picks one of the last few dozen rows, because people work on new ones. */
export function recent<Row extends { readonly id: number }>(
  table: Table<Row>,
  random: Random,
  accepts: (row: Row) => boolean = () => true,
): Row | undefined {
  return pick(random, take(table.order("id").descending(), 40).filter(accepts));
}
