import { conditionHolds } from "../../shared/adapters/items/condition-holds.ts";
import { ItemTooLargeError } from "../../shared/kernel/errors.ts";
import type {
  Change,
  Condition,
  IndexQuery,
  Item,
  Key,
  Page,
  Put,
  Query,
  Scan,
  Scanned,
  Table,
  TableScanner,
  WriteOutcome,
} from "../../shared/kernel/ports/table.ts";
import { type TableName, tables } from "../../shared/kernel/topology.ts";
import { frozenCopy } from "./frozen-copy.ts";

/** Items by sort key, and the sorted keys. */
type Partition = { readonly items: Map<string, Item>; readonly keys: string[] };

const emptyPartition = (): Partition => ({ items: new Map(), keys: [] });

type IndexEntry = Key & { readonly indexSort: string | number };

type Index = (typeof tables)[TableName]["indexes"][number];

export type MemoryTableOptions = {
  /** Longest page of a query. It is small, so that code that forgets to page fails in its tests. */
  readonly pageSize?: number;
  /** Called for every change of an item, as a stream with old and new images would be. */
  readonly onChange?: (change: { readonly before: Item | undefined; readonly after: Item | undefined }) => void;
};

/** The Table port in memory, with the conditions, byte order, indexes and size limit of the real engines. */
export class MemoryTable implements Table, TableScanner {
  readonly #name: TableName;
  readonly #options: MemoryTableOptions;
  readonly #partitions = new Map<string, Partition>();
  /** Sorted entries, by index and partition. */
  readonly #indexes = new Map<string, Map<unknown, IndexEntry[]>>();
  /** What no copy shares. Anything else is copied before its first change. */
  #own = new Set<Partition | IndexEntry[]>();

  constructor(name: TableName, options: MemoryTableOptions = {}) {
    this.#name = name;
    this.#options = options;
  }

  /** All items, for assertions. */
  get items(): readonly Item[] {
    return [...this.#partitions.values()].flatMap(({ items }) => [...items.values()]);
  }

  /** Another table with the same items. Both share them and their partitions until one of them changes a partition. */
  copy(options: MemoryTableOptions = this.#options): MemoryTable {
    const copy = new MemoryTable(this.#name, options);
    for (const [pk, partition] of this.#partitions) copy.#partitions.set(pk, partition);
    for (const [name, entries] of this.#indexes) copy.#indexes.set(name, new Map(entries));
    this.#own = new Set();
    return copy;
  }

  /** The items that are absent or different in another table, of which this one is a copy. */
  changedFrom(other: MemoryTable): readonly Item[] {
    return [...this.#partitions].flatMap(([pk, partition]) => {
      const former = other.#partitions.get(pk);
      if (former === partition) return [];
      return [...partition.items].flatMap(([sk, item]) => (former?.items.get(sk) === item ? [] : [item]));
    });
  }

  has({ pk, sk }: Key): boolean {
    return this.#partitions.get(pk)?.items.has(sk) === true;
  }

  async get(key: Key): Promise<Item | undefined> {
    return this.#read(key);
  }

  async getAll(keys: readonly Key[]): Promise<readonly (Item | undefined)[]> {
    return keys.map((key) => this.#read(key));
  }

  async query(query: Query): Promise<Page> {
    const { pk, from, to, prefix, after, descending = false } = query;
    const { keys, items } = this.#partitions.get(pk) ?? emptyPartition();
    const size = Math.min(query.limit ?? Number.POSITIVE_INFINITY, this.#options.pageSize ?? 50);
    const found: Item[] = [];
    const [step, end] = descending ? [-1, -1] : [1, keys.length];
    for (let at = begin(keys, query); at !== end && found.length <= size; at += step) {
      const sk = keys[at] ?? "";
      const isPast = descending ? from !== undefined && byBytes(sk, from) < 0 : to !== undefined && byBytes(sk, to) > 0;
      if (isPast) break;
      const isWithin = (from === undefined || byBytes(sk, from) >= 0) && (to === undefined || byBytes(sk, to) <= 0);
      const isNew = after === undefined || (descending ? -1 : 1) * byBytes(sk, after) > 0;
      const item = items.get(sk);
      if (isWithin && isNew && item !== undefined && (prefix === undefined || sk.startsWith(prefix))) {
        found.push(item);
      }
    }
    return { items: found.slice(0, size), more: found.length > size };
  }

  async queryIndex(query: IndexQuery): Promise<Page<IndexEntry>> {
    const index = tables[this.#name].indexes.find(({ name }) => name === query.index);
    if (index === undefined) throw new Error(`table ${this.#name} has no index ${query.index}`);
    const { upTo, after, descending = false } = query;
    const entries = this.#indexes.get(index.name)?.get(query.partition) ?? [];
    const end = upTo === undefined ? entries.length : placeIn(entries, ({ indexSort }) => bySort(indexSort, upTo) <= 0);
    const size = Math.min(query.limit ?? Number.POSITIVE_INFINITY, this.#options.pageSize ?? 50);
    if (descending) {
      const past = after === undefined ? end : placeIn(entries, (entry) => byIndex(entry, after) < 0);
      const last = Math.min(end, past);
      return { items: entries.slice(Math.max(0, last - size), last).reverse(), more: last > size };
    }
    const first = after === undefined ? 0 : placeIn(entries, (entry) => byIndex(entry, after) <= 0);
    return { items: entries.slice(first, Math.min(end, first + size)), more: end - first > size };
  }

  async scan({ where, after, limit }: Scan): Promise<Scanned> {
    const standing = this.items
      .filter((item) => after === undefined || byKey(item, after) > 0)
      .toSorted(byKey)
      .slice(0, limit);
    const last = standing.length < limit ? undefined : standing.at(-1);
    const items = standing.filter(
      ({ [where.attribute]: value }) => typeof value === "number" && value >= where.atLeast,
    );
    return { items, next: last && { pk: last.pk, sk: last.sk } };
  }

  async put(puts: readonly Put[]): Promise<readonly WriteOutcome[]> {
    return puts.map(({ item, when }) => this.#write(item, when, () => item));
  }

  async update({ key, set, add, remove, when }: Change): Promise<WriteOutcome> {
    return this.#write(key, when, (before) => {
      const item: Record<string, unknown> = { ...before, ...set, ...key };
      for (const [attribute, by] of Object.entries(add ?? {})) {
        const value = before?.[attribute] ?? 0;
        if (typeof value !== "number") throw new Error(`${attribute} is not a number`);
        item[attribute] = value + by;
      }
      for (const attribute of remove ?? []) item[attribute] = undefined;
      return item as Item;
    });
  }

  async remove(key: Key, when?: Condition): Promise<WriteOutcome> {
    return this.#write(key, when, () => undefined);
  }

  #read({ pk, sk }: Key): Item | undefined {
    return this.#partitions.get(pk)?.items.get(sk);
  }

  #write(key: Key, when: Condition | undefined, next: (before: Item | undefined) => Item | undefined): WriteOutcome {
    const before = this.#partitions.get(key.pk)?.items.get(key.sk);
    if (!conditionHolds(when, before)) return "conflict";
    const wanted = next(before);
    const after = wanted === undefined ? undefined : stored(wanted);
    const partition = this.#partition(key.pk);
    if (before === undefined && after !== undefined) partition.keys.splice(placeOf(partition.keys, key.sk), 0, key.sk);
    if (before !== undefined && after === undefined) partition.keys.splice(placeOf(partition.keys, key.sk), 1);
    if (after === undefined) partition.items.delete(key.sk);
    else partition.items.set(key.sk, after);
    this.#reindex(before, after);
    this.#options.onChange?.({ before, after });
    return "written";
  }

  #reindex(before: Item | undefined, after: Item | undefined): void {
    for (const index of tables[this.#name].indexes) {
      const old = before && entryOf(index, before);
      const fresh = after && entryOf(index, after);
      if (old !== undefined && fresh !== undefined && sameEntry(old, fresh)) continue;
      if (old !== undefined) {
        const entries = this.#entries(index.name, old.partition);
        entries.splice(placeAmong(entries, old.entry), 1);
      }
      if (fresh !== undefined) {
        const entries = this.#entries(index.name, fresh.partition);
        entries.splice(placeAmong(entries, fresh.entry), 0, fresh.entry);
      }
    }
  }

  /** A partition to change. */
  #partition(pk: string): Partition {
    const known = this.#partitions.get(pk);
    if (known !== undefined && this.#own.has(known)) return known;
    const { items, keys } = known ?? emptyPartition();
    const own = { items: new Map(items), keys: [...keys] };
    this.#partitions.set(pk, own);
    this.#own.add(own);
    return own;
  }

  /** An index's entries to change. */
  #entries(index: string, partition: unknown): IndexEntry[] {
    const partitions = this.#indexes.get(index) ?? new Map<unknown, IndexEntry[]>();
    this.#indexes.set(index, partitions);
    const known = partitions.get(partition) ?? [];
    if (this.#own.has(known)) return known;
    const own = [...known];
    partitions.set(partition, own);
    this.#own.add(own);
    return own;
  }
}

type Indexed = { readonly partition: unknown; readonly entry: IndexEntry };

/** An item's position in an index; undefined if it lacks one of the index's attributes. */
function entryOf({ partition, sort }: Index, item: Item): Indexed | undefined {
  const indexSort = item[sort.attribute];
  if (item[partition] === undefined || typeof indexSort !== sort.type) return undefined;
  return { partition: item[partition], entry: { pk: item.pk, sk: item.sk, indexSort: indexSort as string | number } };
}

const sameEntry = (one: Indexed, other: Indexed): boolean =>
  one.partition === other.partition && one.entry.indexSort === other.entry.indexSort;

/** Where a query's first page may begin, because nothing before it can match. */
function begin(keys: readonly string[], { from, to, after, prefix, descending = false }: Query): number {
  if (!descending) return placeOf(keys, [from, after, prefix].reduce<string>(laterOf, ""));
  const last = [to, after].flatMap((bound) => (bound === undefined ? [] : [placeOf(keys, bound)]));
  return Math.min(keys.length - 1, ...last);
}

function laterOf(one: string, other: string | undefined): string {
  return other === undefined || byBytes(one, other) > 0 ? one : other;
}

/** The position of a key in sorted keys, or where it would be inserted. */
const placeOf = (keys: readonly string[], key: string): number => placeIn(keys, (one) => byBytes(one, key) < 0);

const placeAmong = (entries: readonly IndexEntry[], entry: IndexEntry): number =>
  placeIn(entries, (one) => byIndex(one, entry) < 0);

/** How many elements at the start of a sorted list pass the test. */
function placeIn<T>(sorted: readonly T[], isBefore: (one: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const largestItem = 400 * 1_024;

/**
 * The item as its JSON says it, as in the engines, so anything that isn't JSON is lost. The result is frozen, so all
 * readers share it: a copy for each of them would take most of the time in a long run.
 */
function stored(item: Item): Item {
  const text = JSON.stringify(item);
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 > largestItem && Buffer.byteLength(text) > largestItem)
    throw new ItemTooLargeError(`${item.pk} / ${item.sk}`);
  return frozenCopy(item) as Item;
}

/**
 * Compares keys by UTF-8 bytes, as the engines do. JavaScript's `<` compares UTF-16 units, which differs only from
 * surrogates on, and only at the first difference.
 */
function byBytes(one: string, other: string): number {
  if (one === other) return 0;
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const [unit, otherUnit] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (unit === otherUnit) continue;
    return unit < 0xd800 && otherUnit < 0xd800
      ? unit - otherUnit
      : Buffer.compare(Buffer.from(one), Buffer.from(other));
  }
  return one.length - other.length;
}

const bySort = (one: string | number, other: string | number): number =>
  typeof one === "number" && typeof other === "number" ? one - other : byBytes(String(one), String(other));

const byKey = (one: Key, other: Key): number => byBytes(one.pk, other.pk) || byBytes(one.sk, other.sk);

const byIndex = (one: IndexEntry, other: IndexEntry): number =>
  bySort(one.indexSort, other.indexSort) || byKey(one, other);
