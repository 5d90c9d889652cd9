import type * as z from "zod";
import { OrderedIndex, type SortKey } from "./ordered-index.ts";

interface Identified {
  readonly id: number;
}

export interface TableDefinition<Row extends Identified> {
  readonly schema: z.ZodType<Row>;
  /** Sort orders of lists, other than `id`. A row without a value isn't in that order. */
  readonly orders?: Readonly<Record<string, (row: Row) => SortKey | undefined>>;
  /** Filter values of lists. Each value has its own index, ordered by id. A row may have several. */
  readonly buckets?: Readonly<Record<string, (row: Row) => readonly SortKey[]>>;
}

/** One function for all indexes, because there may be several hundred thousand of them. */
const idOf = (row: Identified): number => row.id;

/** Rows by id, with the orders and filters that their lists need. Rows are immutable: a change puts a new object. */
export class Table<Row extends Identified> {
  readonly #schema: z.ZodType<Row>;
  readonly #rows = new Map<number, Row>();
  readonly #orders = new Map<string, OrderedIndex<Row>>();
  readonly #buckets = new Map<
    string,
    { valuesOf: (row: Row) => readonly SortKey[]; indexes: Map<SortKey, OrderedIndex<Row>> }
  >();

  constructor(definition: TableDefinition<Row>) {
    this.#schema = definition.schema;
    this.#orders.set("id", new OrderedIndex<Row>(idOf));
    for (const [name, keyOf] of Object.entries(definition.orders ?? {}))
      this.#orders.set(name, new OrderedIndex(keyOf));
    for (const [name, valuesOf] of Object.entries(definition.buckets ?? {})) {
      this.#buckets.set(name, { valuesOf, indexes: new Map() });
    }
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: number): Row | undefined {
    return this.#rows.get(id);
  }

  all(): Iterable<Row> {
    return this.order("id").ascending();
  }

  order(name: string): OrderedIndex<Row> {
    const index = this.#orders.get(name);
    if (index === undefined) throw new RangeError(`no order ${name}`);
    return index;
  }

  /** The rows with `value`, ordered by id; `undefined` if there are none. */
  bucket(name: string, value: SortKey): OrderedIndex<Row> | undefined {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) throw new RangeError(`no bucket ${name}`);
    return bucket.indexes.get(value);
  }

  isUnder(name: string, value: SortKey, row: Row): boolean {
    return this.#buckets.get(name)?.valuesOf(row).includes(value) ?? false;
  }

  rowsOf(name: string, value: SortKey): Row[] {
    return [...(this.bucket(name, value)?.ascending() ?? [])];
  }

  /** Puts a row that was read from a file. */
  restore(row: unknown): void {
    this.put(this.#schema.parse(row));
  }

  put(row: Row): void {
    this.remove(row.id);
    this.#rows.set(row.id, row);
    for (const index of this.#orders.values()) index.insert(row);
    for (const { valuesOf, indexes } of this.#buckets.values()) {
      for (const value of valuesOf(row)) {
        const index = indexes.get(value) ?? new OrderedIndex<Row>(idOf);
        indexes.set(value, index);
        index.insert(row);
      }
    }
  }

  remove(id: number): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#rows.delete(id);
    for (const index of this.#orders.values()) index.remove(row);
    for (const { valuesOf, indexes } of this.#buckets.values()) {
      for (const value of valuesOf(row)) {
        const index = indexes.get(value);
        index?.remove(row);
        if (index?.size === 0) indexes.delete(value);
      }
    }
  }
}
