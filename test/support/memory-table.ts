import { ItemTooLargeError } from "../../shared/kernel/errors.ts";
import type { JsonObject } from "../../shared/kernel/json.ts";
import type {
  Change,
  Clause,
  Condition,
  IndexQuery,
  Item,
  Key,
  Page,
  Put,
  Query,
  Table,
  WriteOutcome,
} from "../../shared/kernel/ports/table.ts";
import { type TableName, tables } from "../../shared/kernel/topology.ts";

type IndexEntry = Key & { readonly indexSort: string | number };

export type MemoryTableOptions = {
  /** Longest page of a query: small, so that code which forgets to page fails in its tests. */
  readonly pageSize?: number;
  /** Sees every change of an item, as a stream with old and new images would. */
  readonly onChange?: (change: { readonly before: Item | undefined; readonly after: Item | undefined }) => void;
};

/** The Table port in memory, with the conditions, the byte order, the indexes and the size limit of the real engines. */
export class MemoryTable implements Table {
  readonly #name: TableName;
  readonly #options: MemoryTableOptions;
  readonly #partitions = new Map<string, Map<string, Item>>();
  readonly #indexes = new Map<string, Map<string, IndexEntry>>();

  constructor(name: TableName, options: MemoryTableOptions = {}) {
    this.#name = name;
    this.#options = options;
  }

  /** Everything that stands, for assertions. */
  get items(): readonly Item[] {
    return [...this.#partitions.values()].flatMap((partition) => [...partition.values()]).map(copied);
  }

  async get(key: Key): Promise<Item | undefined> {
    return this.#read(key);
  }

  async getAll(keys: readonly Key[]): Promise<readonly (Item | undefined)[]> {
    return keys.map((key) => this.#read(key));
  }

  async query(query: Query): Promise<Page> {
    const { pk, from, to, prefix, after, descending = false } = query;
    const matching = [...(this.#partitions.get(pk)?.values() ?? [])]
      .filter(({ sk }) => from === undefined || byBytes(sk, from) >= 0)
      .filter(({ sk }) => to === undefined || byBytes(sk, to) <= 0)
      .filter(({ sk }) => prefix === undefined || sk.startsWith(prefix))
      .sort((one, other) => (descending ? -1 : 1) * byBytes(one.sk, other.sk))
      .filter(({ sk }) => after === undefined || (descending ? -1 : 1) * byBytes(sk, after) > 0);
    const page = this.#page(matching, query.limit);
    return { ...page, items: page.items.map(copied) };
  }

  async queryIndex(query: IndexQuery): Promise<Page<IndexEntry>> {
    const index = tables[this.#name].indexes.find(({ name }) => name === query.index);
    if (index === undefined) throw new Error(`table ${this.#name} has no index ${query.index}`);
    const { upTo, after } = query;
    const matching = [...(this.#indexes.get(partitionOf(index.name, query.partition))?.values() ?? [])]
      .filter(({ indexSort }) => upTo === undefined || bySort(indexSort, upTo) <= 0)
      .sort(byIndex)
      .filter((entry) => after === undefined || byIndex(entry, after) > 0);
    return this.#page(matching, query.limit);
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
    const item = this.#partitions.get(pk)?.get(sk);
    return item === undefined ? undefined : copied(item);
  }

  #write(key: Key, when: Condition = [], next: (before: Item | undefined) => Item | undefined): WriteOutcome {
    const before = this.#read(key);
    if (!when.every((clause) => holds(clause, before ?? {}))) return "conflict";
    const wanted = next(before);
    const after = wanted === undefined ? undefined : stored(wanted);
    const partition = this.#partitions.get(key.pk) ?? new Map<string, Item>();
    this.#partitions.set(key.pk, partition);
    if (after === undefined) partition.delete(key.sk);
    else partition.set(key.sk, after);
    this.#reindex(before, after);
    this.#options.onChange?.({ before, after: after === undefined ? undefined : copied(after) });
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

function holds(clause: Clause, item: JsonObject): boolean {
  const value = item[clause.attribute];
  switch (clause.is) {
    case "absent":
      return value === undefined;
    case "present":
      return value !== undefined;
    case "equal":
      return value === clause.value;
    case "absentOrAtMost":
      return value === undefined || (typeof value === "number" && value <= clause.value);
    case "absentOrAbove":
      return value === undefined || (typeof value === "number" && value > clause.value);
    case "above":
      return typeof value === "number" && value > clause.value;
  }
}

const address = ({ pk, sk }: Key): string => JSON.stringify([pk, sk]);
const partitionOf = (index: string, partition: unknown): string => JSON.stringify([index, partition]);
const copied = (item: Item): Item => structuredClone(item);

/** Through JSON, as the engines do: what isn't JSON doesn't survive. */
function stored(item: Item): Item {
  const text = JSON.stringify(item);
  if (Buffer.byteLength(text) > 400 * 1_024) throw new ItemTooLargeError(`${item.pk} / ${item.sk}`);
  return JSON.parse(text) as Item;
}

/** The engines order keys by UTF-8 bytes; JavaScript's `<` orders by UTF-16 units. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const bySort = (one: string | number, other: string | number): number =>
  typeof one === "number" && typeof other === "number" ? one - other : byBytes(String(one), String(other));

const byIndex = (one: IndexEntry, other: IndexEntry): number =>
  bySort(one.indexSort, other.indexSort) || byBytes(one.pk, other.pk) || byBytes(one.sk, other.sk);
