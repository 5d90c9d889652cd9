import type { JsonObject } from "../json.ts";

export type Key = { readonly pk: string; readonly sk: string };

/** JSON that includes its key. In tables whose items expire, `expiresAt` (unix seconds) is the expiry. */
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

export const absent: Condition = [{ attribute: "pk", is: "absent" }];

/**
 * The item must not exist, or must have expired by `now` (unix ms). An engine deletes expired items days later. Until
 * then, `absent` fails even though the item can't be read. Use this only if all such items expire: an item without
 * `expiresAt` would be replaced.
 */
export function absentOrExpired(now: number): Condition {
  return [{ attribute: "expiresAt", is: "absentOrAtMost", value: Math.floor(now / 1_000) }];
}

export const present: Condition = [{ attribute: "pk", is: "present" }];

export type WriteOutcome = "written" | "conflict";

export type Put = { readonly item: Item; readonly when?: Condition };

export type Change = {
  readonly key: Key;
  readonly set?: JsonObject;
  /** A missing attribute counts as 0. */
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

/** `after`: the id of the previous page's last item. */
export type PageRequest = { readonly after?: string | undefined; readonly limit: number };

/** One part of a whole table, in no useful order. The cost of reading all parts grows with the table's size. */
export type Scan = {
  /** Only items in which `attribute` is a number of at least `atLeast`. */
  readonly where: { readonly attribute: string; readonly atLeast: number };
  /** Exclusive start: the `next` of the previous part. */
  readonly after?: Key;
  /** How many items are read, whether they are returned or not. */
  readonly limit: number;
};

/** `next` is undefined after the last part. */
export type Scanned = { readonly items: readonly Item[]; readonly next: Key | undefined };

/** Never reads consistently. */
export type TableScanner = { scan(scan: Scan): Promise<Scanned> };

/**
 * Reads are consistent unless stated otherwise, because a stale read costs at least a lost compare-and-set. Throws
 * `EngineUnavailableError`.
 */
export type TableReader = {
  get(key: Key, options?: { readonly consistent?: false }): Promise<Item | undefined>;
  /** Takes any number of keys, and keeps their order. */
  getAll(keys: readonly Key[], options?: { readonly consistent?: false }): Promise<readonly (Item | undefined)[]>;
  /** `more`: another page follows, even if this page is shorter than `limit`. */
  query(query: Query): Promise<Page>;
  /** Returns keys only, never consistently. `after` is the last item's key. */
  queryIndex(query: IndexQuery): Promise<Page<Key & { readonly indexSort: string | number }>>;
};

export type IndexQuery = {
  readonly index: string;
  readonly partition: string;
  /** Inclusive. */
  readonly upTo?: string | number;
  readonly after?: Key & { readonly indexSort: string | number };
  readonly limit?: number;
  readonly descending?: boolean;
};

/**
 * Each write is independent (no transactions). Throws `ItemTooLargeError` above 400 KB, and `EngineUnavailableError`.
 * By then, some writes may have succeeded. The caller repeats its write, which compare-and-set makes harmless.
 */
export type TableWriter = {
  put(puts: readonly Put[]): Promise<readonly WriteOutcome[]>;
  update(change: Change): Promise<WriteOutcome>;
  remove(key: Key, when?: Condition): Promise<WriteOutcome>;
};

export type Table = TableReader & TableWriter;

/** Table operations that only a host needs. On AWS, DynamoDB itself expires items. */
export type TableMaintenance = {
  /** Deletes up to `limit` expired items, and returns their number. A streamed table streams them as removals. */
  deleteExpired(limit: number): Promise<number>;
  /**
   * Counts items by an attribute, in partitions whose keys begin with `prefix`. `true` and `false` count as "1" and
   * "0". Reads all of these items, so callers reuse the result for a while.
   */
  countBy(attribute: string, prefix?: string): Promise<ReadonlyMap<string, number>>;
};
