import * as z from "zod";
import type { RecordResource } from "../../kernel/catalogue.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";

const arrivalsItem = z.object({ count: z.int() });

/**
 * How many records of a resource came into the mirror so far, new or again (`feeds` table, pk `<instance>#arrivals`, sk
 * the resource). Only differences are used: they say what a count probe should find above the last walk. A crash may
 * lose a few, which costs a walk and no change.
 */
export class Arrivals {
  readonly #table: Pick<Table, "get" | "update">;

  constructor(table: Pick<Table, "get" | "update">) {
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
