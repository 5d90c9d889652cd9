import type { Clock } from "../../shared/kernel/ports/clock.ts";
import type { IndexQuery, Item, Key, Page } from "../../shared/kernel/ports/table.ts";
import type { TableDeclaration } from "../../shared/kernel/topology.ts";

type Entry = Key & { readonly indexSort: string | number };
type Lagging = { readonly key: Key; readonly before: Item | undefined; readonly until: number };

/** Answers index queries as a lagging index would: recent writes are missing, and what they replaced is still there. */
export class StaleIndex {
  readonly #declaration: TableDeclaration;
  readonly #clock: Clock;
  readonly #lag: () => number;
  /** By key. The oldest image counts until the index has caught up. */
  readonly #lagging = new Map<string, Lagging>();

  /** `lag` returns how long (ms) the next write isn't visible. */
  constructor(declaration: TableDeclaration, clock: Clock, lag: () => number) {
    this.#declaration = declaration;
    this.#clock = clock;
    this.#lag = lag;
  }

  /** Records the item at a key before it is written. */
  note(key: Key, before: Item | undefined): void {
    const name = JSON.stringify([key.pk, key.sk]);
    const known = this.#lagging.get(name);
    if (known !== undefined && known.until > this.#clock.now()) return;
    this.#lagging.set(name, { key: { pk: key.pk, sk: key.sk }, before, until: this.#clock.now() + this.#lag() });
  }

  asOfThen(query: IndexQuery, page: Page<Entry>): Page<Entry> {
    this.#catchUp();
    const lagging = [...this.#lagging.values()];
    const isLagging = ({ pk, sk }: Key) => lagging.some(({ key }) => key.pk === pk && key.sk === sk);
    const known = page.items.filter((entry) => !isLagging(entry));
    const last = page.items.at(-1);
    const within = (entry: Entry) =>
      (query.after === undefined || comesBefore(query.after, entry)) &&
      (!page.more || last === undefined || !comesBefore(last, entry));
    const former = lagging.flatMap(({ key, before }) => {
      const entry = before === undefined ? undefined : this.#entryOf(query, key, before);
      return entry !== undefined && within(entry) ? [entry] : [];
    });
    const items = [...known, ...former].sort((one, other) => (comesBefore(one, other) ? -1 : 1));
    // A page that lost all its entries would end a query that has more pages.
    return page.more && items.length === 0 ? page : { items, more: page.more };
  }

  #entryOf({ index, partition, upTo }: IndexQuery, key: Key, item: Item): Entry | undefined {
    const declared = this.#declaration.indexes.find(({ name }) => name === index);
    const indexSort = declared === undefined ? undefined : item[declared.sort.attribute];
    if (declared === undefined || item[declared.partition] !== partition) return undefined;
    if (typeof indexSort !== "string" && typeof indexSort !== "number") return undefined;
    return upTo !== undefined && indexSort > upTo ? undefined : { ...key, indexSort };
  }

  #catchUp(): void {
    const now = this.#clock.now();
    for (const [name, { until }] of this.#lagging) if (until <= now) this.#lagging.delete(name);
  }
}

function comesBefore(one: Entry, other: Entry): boolean {
  if (one.indexSort !== other.indexSort) return one.indexSort < other.indexSort;
  return one.pk === other.pk ? one.sk < other.sk : one.pk < other.pk;
}
