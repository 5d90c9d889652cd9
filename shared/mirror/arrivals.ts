import * as z from "zod";
import type { RecordResource } from "../kernel/catalogue.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Key, Table } from "../kernel/ports/table.ts";

const arrivalsItem = z.object({ count: z.int() });

/**
 * Counts the records, new or returned, that have entered the mirror (`feeds` table, pk `<instance>#arrivals`, sk the
 * resource). A count probe adds the arrivals since the last walk to the walk's rows. A crash may lose a few counts,
 * which costs a walk but loses no change.
 */
export class Arrivals {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async add(instance: string, resource: RecordResource, count: number): Promise<void> {
    await this.#table.update({ key: keyOf(instance, resource), add: { count } });
  }

  async of(instance: string, resource: RecordResource): Promise<number> {
    const item = await this.#table.get(keyOf(instance, resource));
    return item === undefined ? 0 : parseStored(arrivalsItem, item, `arrivals of ${instance}`).count;
  }
}

const keyOf = (instance: string, resource: RecordResource): Key => ({ pk: `${instance}#arrivals`, sk: resource });
