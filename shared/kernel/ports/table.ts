import type { JsonObject } from "../json.ts";

/** Where an item stands: every table has a string partition key and a string sort key. */
export type Key = { readonly pk: string; readonly sk: string };

/** What a table holds: JSON with its key inside; `expiresAt` (unix seconds), where the topology names it, ends its life. */
export type Item = JsonObject & Key;

/** All clauses must hold, on the item as it stands at the moment of the write. A missing item has no attributes. */
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

export type WriteOutcome = "written" | "conflict";

export type Put = { readonly item: Item; readonly when?: Condition };

export type Change = {
  readonly key: Key;
  readonly set?: JsonObject;
  /** Added to a number; a missing attribute counts as 0. */
  readonly add?: { readonly [attribute: string]: number };
  readonly remove?: readonly string[];
  readonly when?: Condition;
};

export type Query = {
  readonly pk: string;
  /** Inclusive bounds of the sort key, compared by UTF-8 bytes; `prefix` instead of them where that is what is meant. */
  readonly from?: string;
  readonly to?: string;
  readonly prefix?: string;
  /** Exclusive start: the `sk` of the last item of the page before. */
  readonly after?: string;
  readonly limit?: number;
  readonly descending?: boolean;
  readonly consistent?: boolean;
};

export type Page<T = Item> = { readonly items: readonly T[]; readonly more: boolean };

/** One part of a whole table, in no order that means anything: it costs as much as the table is large. */
export type Scan = {
  /** Only items with a number of at least this there are given. */
  readonly where: { readonly attribute: string; readonly atLeast: number };
  /** Exclusive start: `next` of the part before. */
  readonly after?: Key;
  /** Items looked at, given or not. */
  readonly limit: number;
};

/** No `next`: that was the last part. */
export type Scanned = { readonly items: readonly Item[]; readonly next: Key | undefined };

/** Reading a whole table, never consistently. */
export type TableScanner = { scan(scan: Scan): Promise<Scanned> };

/**
 * Reading. Consistent unless said otherwise: a stale read costs a lost compare-and-set at best.
 * Throws EngineUnavailableError where the engine can't answer.
 */
export type TableReader = {
  get(key: Key, options?: { readonly consistent?: boolean }): Promise<Item | undefined>;
  /** In the order of `keys`; undefined where nothing stands. Any number of keys. */
  getAll(keys: readonly Key[], options?: { readonly consistent?: boolean }): Promise<readonly (Item | undefined)[]>;
  /** One page; `more` says whether another follows (a page may be shorter than `limit` and still have more after it). */
  query(query: Query): Promise<Page>;
  /** One page of an index of the topology: keys only, never consistent. `after` is the last item's key. */
  queryIndex(query: IndexQuery): Promise<Page<Key & { readonly indexSort: string | number }>>;
};

export type IndexQuery = {
  readonly index: string;
  readonly partition: string;
  /** Inclusive upper bound of the index's sort key. */
  readonly upTo?: string | number;
  readonly after?: Key & { readonly indexSort: string | number };
  readonly limit?: number;
};

/**
 * Writing. Each write stands for itself (no transactions); a put of many gives each one's own outcome.
 * Throws ItemTooLargeError above 400 KB, EngineUnavailableError where the engine can't answer; then anything may have
 * been written and the caller repeats, which compare-and-set makes harmless.
 */
export type TableWriter = {
  put(puts: readonly Put[]): Promise<readonly WriteOutcome[]>;
  update(change: Change): Promise<WriteOutcome>;
  remove(key: Key, when?: Condition): Promise<WriteOutcome>;
};

export type Table = TableReader & TableWriter;
