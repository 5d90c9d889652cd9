import * as z from "zod";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import type { SourceRequest } from "../../source/source.ts";

/** For each list, the largest page that it gave after it had refused a larger one, and when that was (unix ms, our clock). */
const sizesItem = z.object({ lists: z.record(z.string(), z.object({ size: z.int().min(1), at: z.int() })) });
type Sizes = z.infer<typeof sizesItem>["lists"];

/** After this many ms a list is asked for its largest page again: the source may allow more by now. */
const holds = 24 * 3_600_000;
/** For how many ms a process believes what it read. */
const cached = 60_000;

/**
 * How many rows an instance's lists give on a page at most (`feeds` table, pk `<instance>#plan`, sk `page-sizes`). One visit
 * finds it out by being refused (docs/partner-api.md#list-limits, hazard 13); the visits of all other feeds begin with it.
 */
export class PageSizes {
  readonly #table: Pick<Table, "get" | "update">;
  readonly #clock: Clock;
  readonly #known = new Map<string, { readonly lists: Sizes; readonly until: number }>();

  constructor(table: Pick<Table, "get" | "update">, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** The largest page known to come from the request's list; undefined where none was refused lately. */
  async largest(instance: string, request: SourceRequest): Promise<number | undefined> {
    const now = this.#clock.now();
    const lists = await this.#listsOf(instance, now);
    const learned = lists[listOf(request)];
    return learned !== undefined && Math.abs(now - learned.at) < holds ? learned.size : undefined;
  }

  /** The request's list refused a larger page and gave one of `size`. Of two visits that learn at once one may go unheard. */
  async learn(instance: string, request: SourceRequest, size: number): Promise<void> {
    const now = this.#clock.now();
    this.#known.delete(instance);
    const before = await this.#listsOf(instance, now);
    const lists = { ...before, [listOf(request)]: { size, at: now } };
    await this.#table.update({ key: keyOf(instance), set: { lists } });
    this.#known.set(instance, { lists, until: now + cached });
  }

  async #listsOf(instance: string, now: number): Promise<Sizes> {
    const known = this.#known.get(instance);
    if (known !== undefined && known.until > now) return known.lists;
    const item = await this.#table.get(keyOf(instance));
    const { lists } = parseStored(sizesItem, item ?? { lists: {} }, `page sizes of ${instance}`);
    this.#known.set(instance, { lists, until: now + cached });
    return lists;
  }
}

/** A list allows fewer rows with all their fields than without. */
function listOf({ path, query }: SourceRequest): string {
  return query?.["view"] === "full" ? `${path} full` : path;
}

const keyOf = (instance: string): Key => ({ pk: `${instance}#plan`, sk: "page-sizes" });
