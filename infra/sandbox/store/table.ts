import type * as z from "zod";

export type SortKey = number | string;

/** All rows up to and including (`key`, `id`) are before the position. */
export interface Position {
  readonly key: SortKey;
  readonly id: number;
}

export interface Identified {
  readonly id: number;
}

export interface TableDefinition<Row extends Identified> {
  readonly schema: z.ZodType<Row>;
  /** Sort orders of lists, other than `id`. An order leaves out rows without a value (a null column). */
  readonly orders?: Readonly<Record<string, (row: Row) => SortKey | undefined>>;
  /** Filter values of lists. A row may have several values of one filter. */
  readonly buckets?: Readonly<Record<string, (row: Row) => readonly SortKey[]>>;
}

type KeyOf<Row> = (row: Row) => SortKey | undefined;

/** Rows are in ascending order of (key, id). */
export interface OrderedRows<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: KeyOf<Row>;
}

const idOf = (row: Identified): number => row.id;

/**
 * Rows are immutable: a change puts a new object. Each order is a sorted array, in which a binary search finds a place.
 * An order is sorted when it is first read, because a large instance begins with 100,000 writes.
 */
export class Table<Row extends Identified> {
  readonly #schema: z.ZodType<Row>;
  readonly #rows = new Map<number, Row>();
  readonly #removed = new Map<number, Row>();
  readonly #orders = new Map<string, { readonly keyOf: KeyOf<Row>; rows?: Row[] }>();
  readonly #buckets = new Map<string, { valuesOf: (row: Row) => readonly SortKey[]; rows: Map<SortKey, Row[]> }>();

  constructor({ schema, orders = {}, buckets = {} }: TableDefinition<Row>) {
    this.#schema = schema;
    for (const [name, keyOf] of Object.entries({ id: idOf, ...orders })) this.#orders.set(name, { keyOf });
    for (const [name, valuesOf] of Object.entries(buckets)) this.#buckets.set(name, { valuesOf, rows: new Map() });
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: number): Row | undefined {
    return this.#rows.get(id);
  }

  /** References outlive their target and still show its name. */
  ever(id: number): Row | undefined {
    return this.get(id) ?? this.#removed.get(id);
  }

  all(): readonly Row[] {
    return this.order("id").rows;
  }

  order(name: string): OrderedRows<Row> {
    const order = this.#orders.get(name);
    if (order === undefined) throw new RangeError(`no order ${name}`);
    order.rows ??= sortedRows(this.#rows.values(), order.keyOf);
    return { rows: order.rows, keyOf: order.keyOf };
  }

  /** Returns the rows ordered by id. The array changes with the table. */
  bucket(name: string, value: SortKey): readonly Row[] {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) throw new RangeError(`no bucket ${name}`);
    return bucket.rows.get(value) ?? [];
  }

  /** Returns a copy, which doesn't change with the table. */
  rowsOf(name: string, value: SortKey): Row[] {
    return [...this.bucket(name, value)];
  }

  isUnder(name: string, value: SortKey, row: Row): boolean {
    return this.#buckets.get(name)?.valuesOf(row).includes(value) ?? false;
  }

  restore(row: unknown): void {
    this.put(this.#schema.parse(row));
  }

  put(row: Row): void {
    this.#take(row.id);
    this.#rows.set(row.id, row);
    for (const { rows, keyOf } of this.#orders.values()) if (rows !== undefined) insert(rows, keyOf, row);
    for (const { valuesOf, rows } of this.#buckets.values()) {
      for (const value of valuesOf(row)) {
        const bucket = rows.get(value) ?? [];
        rows.set(value, bucket);
        insert(bucket, idOf, row);
      }
    }
  }

  remove(id: number): void {
    const row = this.#take(id);
    if (row !== undefined) this.#removed.set(id, row);
  }

  #take(id: number): Row | undefined {
    const row = this.#rows.get(id);
    if (row === undefined) return undefined;
    this.#rows.delete(id);
    for (const { rows, keyOf } of this.#orders.values()) if (rows !== undefined) remove(rows, keyOf, row);
    for (const { valuesOf, rows } of this.#buckets.values()) {
      for (const value of valuesOf(row)) {
        const bucket = rows.get(value) ?? [];
        remove(bucket, idOf, row);
        if (bucket.length === 0) rows.delete(value);
      }
    }
    return row;
  }
}

function insert<Row extends Identified>(rows: Row[], keyOf: KeyOf<Row>, row: Row): void {
  const key = keyOf(row);
  if (key === undefined) return;
  const place = rankOf({ rows, keyOf }, { key, id: row.id });
  if (place === rows.length) rows.push(row);
  else rows.splice(place, 0, row);
}

function remove<Row extends Identified>(rows: Row[], keyOf: KeyOf<Row>, row: Row): void {
  const key = keyOf(row);
  if (key !== undefined) rows.splice(rankOf({ rows, keyOf }, { key, id: row.id - 1 }), 1);
}

/** Finds each removed row by a binary search instead of comparing every row. */
export function withoutRows<Row extends Identified>({ rows, keyOf }: OrderedRows<Row>, removed: readonly Row[]): Row[] {
  const kept = [...rows];
  for (const row of removed) remove(kept, keyOf, row);
  return kept;
}

export function sortedRows<Row extends Identified>(rows: Iterable<Row>, keyOf: KeyOf<Row>): Row[] {
  return [...rows]
    .flatMap((row) => {
      const key = keyOf(row);
      return key === undefined ? [] : [{ row, key }];
    })
    .sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : left.row.id - right.row.id))
    .map(({ row }) => row);
}

export function rankOf<Row extends Identified>({ rows, keyOf }: OrderedRows<Row>, position: Position): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && isBehind(row.id, keyOf(row), position)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isBehind(id: number, key: SortKey | undefined, position: Position): boolean {
  return key === position.key ? id > position.id : key !== undefined && key > position.key;
}
