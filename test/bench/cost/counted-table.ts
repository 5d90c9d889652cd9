import { isExactNumber } from "../../../shared/kernel/exact-json.ts";
import type { Json, JsonObject } from "../../../shared/kernel/json.ts";
import type {
  Change,
  Condition,
  IndexQuery,
  Item,
  Key,
  Put,
  Query,
  Scan,
  Table,
  TableScanner,
} from "../../../shared/kernel/ports/table.ts";
import { type TableName, tables } from "../../../shared/kernel/topology.ts";
import type { MemoryTable } from "../../support/memory-table.ts";
import type { Bill } from "./bill.ts";

/**
 * Counts what DynamoDB would charge for each call of the Table port: by item sizes, indexes and also failed conditions.
 */
export class CountedTable implements Table, TableScanner {
  readonly #name: TableName;
  readonly #table: MemoryTable;
  readonly #bill: Bill;

  constructor(name: TableName, table: MemoryTable, bill: Bill) {
    this.#name = name;
    this.#table = table;
    this.#bill = bill;
  }

  async get(key: Key, options?: { readonly consistent?: false }) {
    const item = await this.#table.get(key);
    this.#read(item === undefined ? 0 : sizeOf(item), options?.consistent);
    return item;
  }

  async getAll(keys: readonly Key[], options?: { readonly consistent?: false }) {
    const items = await this.#table.getAll(keys);
    for (const item of items) this.#read(item === undefined ? 0 : sizeOf(item), options?.consistent);
    return items;
  }

  async query(query: Query) {
    const page = await this.#table.query(query);
    this.#read(
      page.items.reduce((sum, item) => sum + sizeOf(item), 0),
      query.consistent,
    );
    return page;
  }

  async queryIndex(query: IndexQuery) {
    const page = await this.#table.queryIndex(query);
    this.#read(
      page.items.reduce((sum, item) => sum + sizeOf(item), 0),
      false,
    );
    return page;
  }

  /** DynamoDB charges for what it reads, not for what it returns. */
  async scan(scan: Scan) {
    const bytes = this.#table.items.map(sizeOf);
    const all = bytes.reduce((sum, size) => sum + size, 0);
    this.#read(all * Math.min(1, scan.limit / Math.max(1, bytes.length)), false);
    return this.#table.scan(scan);
  }

  async put(puts: readonly Put[]) {
    const outcomes = [];
    for (const put of puts) outcomes.push(await this.#write(put.item, () => this.#table.put([put])));
    return outcomes.flat();
  }

  async update(change: Change) {
    return this.#write(change.key, () => this.#table.update(change));
  }

  async remove(key: Key, when?: Condition) {
    return this.#write(key, () => this.#table.remove(key, when));
  }

  #read(bytes: number, consistent = true): void {
    this.#bill.readUnits(this.#name, Math.max(1, Math.ceil(bytes / 4_096)) * (consistent ? 1 : 0.5));
  }

  async #write<T>(key: Key, write: () => Promise<T>): Promise<T> {
    const before = await this.#table.get(key);
    const result = await write();
    const after = await this.#table.get(key);
    const bytes = Math.max(before === undefined ? 0 : sizeOf(before), after === undefined ? 0 : sizeOf(after));
    this.#bill.writeUnits(this.#name, Math.max(1, Math.ceil(bytes / 1_024)));
    for (const { name, partition, sort } of tables[this.#name].indexes) {
      const entry = (item: Item | undefined) =>
        item?.[partition] !== undefined && [item[partition], item[sort.attribute]];
      const [old, fresh] = [entry(before), entry(after)];
      // A moved index entry is deleted and put.
      const moved = JSON.stringify(old) === JSON.stringify(fresh) ? 0 : Number(old !== false) + Number(fresh !== false);
      if (moved > 0) this.#bill.writeUnits(`${this.#name}, index ${name}`, moved);
    }
    return result;
  }
}

/** DynamoDB's rule: names and strings by their UTF-8 bytes, numbers by digits, and overhead for lists and maps. */
export function sizeOf(value: Json | Item): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== "object" || value === null) return 1;
  if (isExactNumber(value)) return Math.ceil(value.rawJSON.length / 2) + 1;
  if (isList(value)) return 3 + value.reduce((sum: number, one) => sum + 1 + sizeOf(one), 0);
  return membersOf(value) + ("pk" in value ? 0 : 3);
}

function membersOf(object: JsonObject): number {
  return Object.entries(object).reduce((sum, [name, one]) => sum + Buffer.byteLength(name) + sizeOf(one), 0);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
