import type { Instance, Write } from "../store/instance.ts";
import { pick, type Random } from "../store/random.ts";
import type { Identified, Table } from "../store/table.ts";

/** A kind of live change. It does nothing if there is nothing to change. */
export type Step = (instance: Instance, random: Random, write: Write) => void;

/** Picks one of the last few dozen rows, because people work on new ones. */
export function recent<Row extends Identified>(
  table: Table<Row>,
  random: Random,
  accepts: (row: Row) => boolean = () => true,
): Row | undefined {
  return pick(random, table.all().slice(-40).reverse().filter(accepts));
}
