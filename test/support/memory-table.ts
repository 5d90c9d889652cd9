import { conditionHolds } from "../../shared/adapters/items/condition-holds.ts";
import { ItemTooLargeError } from "../../shared/kernel/errors.ts";
import { isExactNumber, parseExact } from "../../shared/kernel/exact-json.ts";
import type { Json } from "../../shared/kernel/json.ts";
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

/** Items by sort key, and the keys in their order. */
type Partition = { readonly items: Map<string, Item>; readonly keys: string[] };

const emptyPartition = (): Partition => ({ items: new Map(), keys: [] });

type IndexEntry = Key & { readonly indexSort: string | number };

export type MemoryTableOptions = {
  /** Longest page of a query: small, so that code which forgets to page fails in its tests. */
  readonly pageSize?: number;
  /** Sees every change of an item, as a stream with old and new images would. */
  readonly onChange?: (change: { readonly before: Item | undefined; readonly after: Item | undefined }) => void;
};

/** The Table port in memory, with the conditions, the byte order, the indexes and the size limit of the real engines. */
export class MemoryTable implements Table, TableScanner {
  readonly #name: TableName;
  readonly #options: MemoryTableOptions;
  readonly #partitions = new Map<string, Partition>();
  readonly #indexes = new Map<string, Map<string, IndexEntry>>();

  constructor(name: TableName, options: MemoryTableOptions = {}) {
    this.#name = name;
    this.#options = options;
  }

  /** Everything that stands, for assertions. */
  get items(): readonly Item[] {
    return [...this.#partitions.values()].flatMap(({ items }) => [...items.values()]).map(copied);
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
    return { items: found.slice(0, size).map(copied), more: found.length > size };
  }

  async queryIndex(query: IndexQuery): Promise<Page<IndexEntry>> {
    const index = tables[this.#name].indexes.find(({ name }) => name === query.index);
    if (index === undefined) throw new Error(`table ${this.#name} has no index ${query.index}`);
    const { upTo, after, descending = false } = query;
    const inOrder = (one: IndexEntry, other: IndexEntry) => (descending ? byIndex(other, one) : byIndex(one, other));
    const matching = [...(this.#indexes.get(partitionOf(index.name, query.partition))?.values() ?? [])]
      .filter(({ indexSort }) => upTo === undefined || bySort(indexSort, upTo) <= 0)
      .sort(inOrder)
      .filter((entry) => after === undefined || inOrder(entry, after) > 0);
    return this.#page(matching, query.limit);
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
      const removed = new Set(remove);
      return Object.fromEntries(Object.entries(item).filter(([attribute]) => !removed.has(attribute))) as Item;
    });
  }

  async remove(key: Key, when?: Condition): Promise<WriteOutcome> {
    return this.#write(key, when, () => undefined);
  }

  #read({ pk, sk }: Key): Item | undefined {
    const item = this.#partitions.get(pk)?.items.get(sk);
    return item === undefined ? undefined : copied(item);
  }

  #write(key: Key, when: Condition | undefined, next: (before: Item | undefined) => Item | undefined): WriteOutcome {
    const before = this.#partitions.get(key.pk)?.items.get(key.sk);
    if (!conditionHolds(when, before)) return "conflict";
    const wanted = next(before);
    const after = wanted === undefined ? undefined : stored(wanted);
    const partition = this.#partitions.get(key.pk) ?? emptyPartition();
    this.#partitions.set(key.pk, partition);
    if (before === undefined && after !== undefined) partition.keys.splice(placeOf(partition.keys, key.sk), 0, key.sk);
    if (before !== undefined && after === undefined) partition.keys.splice(placeOf(partition.keys, key.sk), 1);
    if (after === undefined) partition.items.delete(key.sk);
    else partition.items.set(key.sk, after);
    this.#reindex(before, after);
    this.#options.onChange?.({
      before: before === undefined ? undefined : copied(before),
      after: after === undefined ? undefined : copied(after),
    });
    return "written";
  }

  #reindex(before: Item | undefined, after: Item | undefined): void {
    for (const { name, partition, sort } of tables[this.#name].indexes) {
      if (before !== undefined) this.#indexes.get(partitionOf(name, before[partition]))?.delete(address(before));
      const indexSort = after?.[sort.attribute];
      if (after?.[partition] === undefined || typeof indexSort !== sort.type) continue;
      const entries = this.#indexes.get(partitionOf(name, after[partition])) ?? new Map<string, IndexEntry>();
      this.#indexes.set(partitionOf(name, after[partition]), entries);
      entries.set(address(after), { pk: after.pk, sk: after.sk, indexSort: indexSort as string | number });
    }
  }

  #page<T>(matching: readonly T[], limit = Number.POSITIVE_INFINITY): Page<T> {
    const size = Math.min(limit, this.#options.pageSize ?? 50);
    return { items: matching.slice(0, size), more: matching.length > size };
  }
}

/** Where a query's first page may begin: nothing before it can match. */
function begin(keys: readonly string[], { from, to, after, prefix, descending = false }: Query): number {
  if (!descending) return placeOf(keys, [from, after, prefix].reduce<string>(laterOf, ""));
  const last = [to, after].flatMap((bound) => (bound === undefined ? [] : [placeOf(keys, bound)]));
  return Math.min(keys.length - 1, ...last);
}

function laterOf(one: string, other: string | undefined): string {
  return other === undefined || byBytes(one, other) > 0 ? one : other;
}

/** The place of a key in sorted keys, or the one that it would take. */
function placeOf(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byBytes(keys[middle] ?? "", key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const address = ({ pk, sk }: Key): string => JSON.stringify([pk, sk]);
const partitionOf = (index: string, partition: unknown): string => JSON.stringify([index, partition]);
const copied = (item: Item): Item => copyOf(item) as Item;

/** Several times as fast as `structuredClone`, which is most of what a long run over memory would do. */
function copyOf(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((one) => copyOf(one) ?? null);
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member) ?? null]));
}

/** Through JSON, as the engines do: what isn't JSON doesn't survive. */
function stored(item: Item): Item {
  const text = JSON.stringify(item);
  if (Buffer.byteLength(text) > 400 * 1_024) throw new ItemTooLargeError(`${item.pk} / ${item.sk}`);
  return parseExact(text) as Item;
}

/** The engines order keys by UTF-8 bytes; JavaScript's `<` orders by UTF-16 units. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const bySort = (one: string | number, other: string | number): number =>
  typeof one === "number" && typeof other === "number" ? one - other : byBytes(String(one), String(other));

const byKey = (one: Key, other: Key): number => byBytes(one.pk, other.pk) || byBytes(one.sk, other.sk);

const byIndex = (one: IndexEntry, other: IndexEntry): number =>
  bySort(one.indexSort, other.indexSort) || byKey(one, other);
