import type { JsonObject } from "../json.ts";

/** The key of an item. Every table has a string partition key and a string sort key. */
export type Key = { readonly pk: string; readonly sk: string };

/**
 * An item of a table: JSON that includes its key. `expiresAt` (unix seconds) is its expiry, in tables whose items
 * expire according to the topology.
 */
export type Item = JsonObject & Key;

/** All clauses must hold for the item at the moment of the write. A missing item has no attributes. */
export type Condition = readonly Clause[];
export type Clause =
  | { readonly attribute: string; readonly is: "absent" }
  | { readonly attribute: string; readonly is: "present" }
  | { readonly attribute: string; readonly is: "equal"; readonly value: string | number | boolean }
  | { readonly attribute: string; readonly is: "absentOrAtMost"; readonly value: number }
  | { readonly attribute: string; readonly is: "absentOrAbove"; readonly value: number }
  | { readonly attribute: string; readonly is: "above"; readonly value: number };

/** The item must not exist yet. */
export const absent: Condition = [{ attribute: "pk", is: "absent" }];

/**
 * The item must not exist, or must have expired by `now` (unix ms). An engine deletes expired items days later. Until
 * then, `absent` fails even though the item can't be read. Use this condition only if all such items expire, because it
 * also lets a write replace an item without `expiresAt`.
 */
export function absentOrExpired(now: number): Condition {
  return [{ attribute: "expiresAt", is: "absentOrAtMost", value: Math.floor(now / 1_000) }];
}

/** The item must exist. */
export const present: Condition = [{ attribute: "pk", is: "present" }];

export type WriteOutcome = "written" | "conflict";

export type Put = { readonly item: Item; readonly when?: Condition };

export type Change = {
  readonly key: Key;
  readonly set?: JsonObject;
  /** Added to a number. A missing attribute counts as 0. */
  readonly add?: { readonly [attribute: string]: number };
  readonly remove?: readonly string[];
  readonly when?: Condition;
};

export type Query = {
  readonly pk: string;
  /** Inclusive bounds of the sort key, compared by UTF-8 bytes. If `prefix` is set, they are ignored. */
  readonly from?: string;
  readonly to?: string;
  readonly prefix?: string;
  /** Exclusive start: the `sk` of the previous page's last item. */
  readonly after?: string;
  readonly limit?: number;
  readonly descending?: boolean;
  readonly consistent?: false;
};

export type Page<T = Item> = { readonly items: readonly T[]; readonly more: boolean };

/**
 * Requests one part of a whole table, in no useful order. The cost of reading all parts grows with the size of the
 * table.
 */
export type Scan = {
  /** Returns only items in which `attribute` is a number of at least `atLeast`. */
  readonly where: { readonly attribute: string; readonly atLeast: number };
  /** Exclusive start: the `next` of the previous part. */
  readonly after?: Key;
  /** The number of items that are read, whether they are returned or not. */
  readonly limit: number;
};

/** One part of a table. If `next` is undefined, it was the last part. */
export type Scanned = { readonly items: readonly Item[]; readonly next: Key | undefined };

/** Reads a whole table, never consistently. */
export type TableScanner = { scan(scan: Scan): Promise<Scanned> };

/**
 * Reads a table. Reads are consistent unless stated otherwise, because a stale read costs at least a lost
 * compare-and-set. Throws EngineUnavailableError if the engine is unavailable.
 */
export type TableReader = {
  get(key: Key, options?: { readonly consistent?: false }): Promise<Item | undefined>;
  /** Returns items in the order of `keys`, undefined for those that don't exist. Takes any number of keys. */
  getAll(keys: readonly Key[], options?: { readonly consistent?: false }): Promise<readonly (Item | undefined)[]>;
  /** Returns one page. `more` says whether another page follows, even if this page is shorter than `limit`. */
  query(query: Query): Promise<Page>;
  /** Returns one page of an index of the topology: keys only, never consistent. `after` is the last item's key. */
  queryIndex(query: IndexQuery): Promise<Page<Key & { readonly indexSort: string | number }>>;
};

export type IndexQuery = {
  readonly index: string;
  readonly partition: string;
  /** Inclusive upper bound of the index's sort key. */
  readonly upTo?: string | number;
  readonly after?: Key & { readonly indexSort: string | number };
  readonly limit?: number;
  readonly descending?: boolean;
};

/**
 * Writes to a table. Each write is independent (no transactions); a put of many returns an outcome for each. Throws
 * ItemTooLargeError above 400 KB, and EngineUnavailableError if the engine is unavailable. By then, some of the writes
 * may have succeeded. The caller repeats its write, which compare-and-set makes harmless.
 */
export type TableWriter = {
  put(puts: readonly Put[]): Promise<readonly WriteOutcome[]>;
  update(change: Change): Promise<WriteOutcome>;
  remove(key: Key, when?: Condition): Promise<WriteOutcome>;
};

export type Table = TableReader & TableWriter;

/** Table operations that only a host needs. On AWS, DynamoDB itself expires items. */
export type TableMaintenance = {
  /** Deletes up to `limit` expired items. A streamed table streams them as removals. Returns their number. */
  deleteExpired(limit: number): Promise<number>;
  /**
   * Returns how many live items have each value of an attribute, in partitions whose keys begin with `prefix`. `true`
   * and `false` count as "1" and "0". Reads all of these items, so callers reuse the result for a while.
   */
  countBy(attribute: string, prefix?: string): Promise<ReadonlyMap<string, number>>;
};
