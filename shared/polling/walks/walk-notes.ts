import * as z from "zod";
import { idInKey } from "../../kernel/hash.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";

const pageItem = z.object({ ids: z.array(z.string()) });
const candidateItem = z.object({
  id: z.string(),
  generation: z.int(),
  /** Whether the previous walk also lacked the record. */
  agreed: z.boolean(),
  /** Whether one read by id has returned 404. */
  missing: z.boolean(),
});
export type Candidate = z.infer<typeof candidateItem>;

/** Notes expire after this time, so a longer walk can't use them. Usually they are deleted long before. */
const days = 14;
/**
 * About how many items one call deletes: as many as a walk of a million records leaves, at 1,000 records a page. The
 * next walk deletes the rest, or they expire.
 */
const mostForgotten = 1_000;
const forgottenTogether = 25;
/** The most bytes of ids in one item. An item can't exceed 400 KB. */
const mostBytes = 300_000;

/**
 * The notes of a walk or a snapshot (`feeds` table, pk `feedId`). The ids seen are stored in one item per page (sk
 * `walk#<generation>#<page>`), or several for long ids (`…#<part>`). Each record that a walk didn't show has an item
 * (sk `candidate#<id>`) until there is a decision on the record.
 */
export class WalkNotes {
  readonly #table: Table;
  readonly #clock: Clock;

  constructor(table: Table, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  async notePage(feedId: string, generation: number, page: number, ids: readonly string[]): Promise<void> {
    const sk = `${walkPrefix(generation)}${padded(page)}`;
    const items = inItems(ids).map((some, part) => ({
      item: { pk: feedId, sk: part === 0 ? sk : `${sk}#${part}`, ids: some, expiresAt: this.#expiry() },
    }));
    await this.#table.put(items);
  }

  async *pages(feedId: string, generation: number): AsyncGenerator<readonly string[]> {
    const query = { pk: feedId, prefix: walkPrefix(generation) };
    for await (const item of queryAll(this.#table, query)) yield parseStored(pageItem, item, item.sk).ids;
  }

  /** The ids that the walk saw first, at most this many. */
  async firstIds(feedId: string, generation: number, most: number): Promise<readonly string[]> {
    const first: string[] = [];
    for await (const ids of this.pages(feedId, generation)) {
      first.push(...ids);
      if (first.length >= most) break;
    }
    return first.slice(0, most);
  }

  /**
   * Called only after the feed's checkpoint contains the running walk's first page, because no worker can then resume
   * an earlier walk.
   */
  async forgetPagesBefore(feedId: string, generation: number): Promise<void> {
    const range = { pk: feedId, from: walkPrefix(0), to: walkPrefix(generation), limit: forgottenTogether };
    for (let forgotten = 0; forgotten < mostForgotten; ) {
      const { items, more } = await this.#table.query(range);
      await Promise.all(items.map(({ pk, sk }) => this.#table.remove({ pk, sk })));
      forgotten += items.length;
      if (!more || items.length === 0) return;
    }
  }

  async noteCandidate(feedId: string, generation: number, id: string): Promise<void> {
    const key = candidateKey(feedId, id);
    const item = await this.#table.get(key);
    const known = item && parseStored(candidateItem, item, item.sk);
    if (known?.generation === generation) return;
    const agreed = known?.generation === generation - 1;
    await this.#write(feedId, { id, generation, agreed, missing: false });
  }

  async *candidates(feedId: string, generation: number): AsyncGenerator<Candidate> {
    for await (const item of queryAll(this.#table, { pk: feedId, prefix: "candidate#" })) {
      const candidate = parseStored(candidateItem, item, item.sk);
      if (candidate.generation === generation) yield candidate;
    }
  }

  async noteMissing(feedId: string, candidate: Candidate): Promise<void> {
    await this.#write(feedId, { ...candidate, missing: true });
  }

  async forget(feedId: string, id: string): Promise<void> {
    await this.#table.remove(candidateKey(feedId, id));
  }

  async #write(feedId: string, candidate: Candidate): Promise<void> {
    const item = { ...candidateKey(feedId, candidate.id), ...candidate, expiresAt: this.#expiry() };
    await this.#table.put([{ item }]);
  }

  #expiry(): number {
    return Math.floor(this.#clock.now() / 1_000) + days * 86_400;
  }
}

function inItems(ids: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const id of ids) {
    bytes += Buffer.byteLength(id);
    if (bytes > mostBytes) {
      parts.push([]);
      bytes = Buffer.byteLength(id);
    }
    parts.at(-1)?.push(id);
  }
  return parts;
}

const padded = (number: number): string => String(number).padStart(8, "0");
const walkPrefix = (generation: number): string => `walk#${padded(generation)}#`;
const candidateKey = (feedId: string, id: string): Key => ({ pk: feedId, sk: `candidate#${idInKey(id)}` });
