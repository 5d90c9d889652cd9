import type {
  Change,
  IndexQuery,
  Item,
  Key,
  Page,
  Put,
  Query,
  Table,
  WriteOutcome,
} from "../../../shared/kernel/ports/table.ts";
import { MemoryTable } from "../../support/memory-table.ts";

type IndexEntry = Key & { readonly indexSort: string | number };

const digits = 8;
const prefix = "bench#owner#Person#";
export const feedIdOf = (owner: number): string => `${prefix}${String(owner).padStart(digits, "0")}`;
export const ownerOf = (feedId: string): number => Number(feedId.slice(-digits));

/**
 * The `feeds` table with the wheel index of a million owners in 8 bytes each: it keeps only the wheel of their items.
 * Everything else (the plan) is an ordinary item. Counts the scheduler's reads.
 */
export class SlotTable implements Table {
  readonly #others = new MemoryTable("feeds");
  readonly #slots = new Map<string, number[]>();
  readonly #wheels: string[] = [];
  queries = 0;
  entries = 0;
  writes = 0;

  place(owner: number, wheel: string): void {
    this.#wheels[owner] = wheel;
    this.#slot(wheel).push(owner);
  }

  wheelOf(owner: number): string {
    return this.#wheels[owner] ?? "";
  }

  async queryIndex(query: IndexQuery): Promise<Page<IndexEntry>> {
    this.queries += 1;
    const slot = this.#slots.get(query.partition) ?? [];
    const start = query.after === undefined ? 0 : position(slot, ownerOf(query.after.pk) + 1);
    const end = Math.min(slot.length, start + (query.limit ?? Number.POSITIVE_INFINITY));
    this.entries += end - start;
    const items = slot.slice(start, end).map((owner) => {
      const pk = feedIdOf(owner);
      return { pk, sk: "feed", indexSort: pk };
    });
    return { items, more: end < slot.length };
  }

  async update(change: Change): Promise<WriteOutcome> {
    const wheel = change.set?.["wheel"];
    if (!change.key.pk.startsWith(prefix) || typeof wheel !== "string") return this.#others.update(change);
    this.writes += 1;
    const owner = ownerOf(change.key.pk);
    const before = this.#slot(this.wheelOf(owner));
    before.splice(position(before, owner), 1);
    const after = this.#slot(wheel);
    after.splice(position(after, owner), 0, owner);
    this.#wheels[owner] = wheel;
    return "written";
  }

  get(key: Key): Promise<Item | undefined> {
    return this.#others.get(key);
  }

  getAll(keys: readonly Key[]): Promise<readonly (Item | undefined)[]> {
    return this.#others.getAll(keys);
  }

  query(query: Query): Promise<Page> {
    return this.#others.query(query);
  }

  put(puts: readonly Put[]): Promise<readonly WriteOutcome[]> {
    return this.#others.put(puts);
  }

  remove(key: Key): Promise<WriteOutcome> {
    return this.#others.remove(key);
  }

  #slot(wheel: string): number[] {
    const standing = this.#slots.get(wheel);
    if (standing !== undefined) return standing;
    const slot: number[] = [];
    this.#slots.set(wheel, slot);
    return slot;
  }
}

/** The index of `owner` in a sorted slot, or where it would be. */
function position(slot: readonly number[], owner: number): number {
  let [low, high] = [0, slot.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((slot[middle] ?? 0) < owner) low = middle + 1;
    else high = middle;
  }
  return low;
}
