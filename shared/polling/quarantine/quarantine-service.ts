import type { Json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import { present, type Table } from "../../kernel/ports/table.ts";
import { feedKind } from "../../schedule/feeds/feed.ts";
import type { FeedStore } from "../../schedule/feeds/feed-store.ts";
import {
  hashOf,
  noteKey,
  notePartition,
  type PoisonItem,
  type PoisonNote,
  parsePoison,
  poisonKey,
  poisonNote,
} from "./quarantine.ts";

/** The row's content is left out, because it may be large or contain personal data. */
export type QuarantinedEntry = Pick<PoisonNote, "feedId" | "hash" | "keptAt" | "reason" | "bytes">;

/** `shortened`: `body` is only the beginning of the row's text. `wanted`: the feed's next visit tries the row again. */
export type QuarantinedDetail = QuarantinedEntry & {
  readonly body: Json;
  readonly shortened: boolean;
  readonly wanted: boolean;
  readonly triedAt: number | undefined;
};

export type QuarantinePage = { readonly entries: readonly QuarantinedEntry[]; readonly next: string | undefined };

export type QuarantineServiceParts = {
  readonly table: Table;
  readonly feeds: FeedStore;
};

export class QuarantineService {
  readonly #parts: QuarantineServiceParts;

  constructor(parts: QuarantineServiceParts) {
    this.#parts = parts;
  }

  /** Lists rows, oldest first. `after` is the `next` of the previous page. */
  async list(
    instance: string,
    { limit = 50, after }: { limit?: number; after?: string } = {},
  ): Promise<QuarantinePage> {
    const query = { pk: notePartition(instance), limit, ...(after !== undefined && { after }) };
    const { items, more } = await this.#parts.table.query(query);
    const notes = items.map((item) => parseStored(poisonNote, item, `note ${item.sk}`));
    const entries = notes.map(({ feedId, hash, keptAt, reason, bytes }) => ({ feedId, hash, keptAt, reason, bytes }));
    return { entries, next: more ? notes.at(-1)?.sk : undefined };
  }

  async read(feedId: string, hash: string): Promise<QuarantinedDetail | undefined> {
    const item = await this.#load(feedId, hash);
    if (item === undefined) return undefined;
    const { keptAt, reason, bytes, body, shortened = false, wanted = false, triedAt } = item;
    return { feedId, hash: hashOf(item), keptAt, reason, bytes, body, shortened, wanted, triedAt };
  }

  /**
   * Marks a row for another try. `notRetryable`: only a record, or a document whose read by id got no response, can be
   * tried again. A folder or an entry of a change feed, for example, can't be read by id.
   */
  async retry(feedId: string, hash: string): Promise<"wanted" | "notFound" | "notRetryable"> {
    const item = await this.#load(feedId, hash);
    if (item === undefined) return "notFound";
    if (!isOfRecords(item) && !isOfDocument(item)) return "notRetryable";
    const marked = await this.#parts.table.update({
      key: poisonKey(feedId, hash),
      set: { wanted: true },
      when: present,
    });
    if (marked === "conflict" || (await this.#parts.feeds.retryQuarantined(feedId)) === "notFound") return "notFound";
    return "wanted";
  }

  async discard(feedId: string, hash: string): Promise<"discarded" | "notFound"> {
    const item = await this.#load(feedId, hash);
    if (item === undefined) return "notFound";
    await removePoison(this.#parts.table, item);
    return "discarded";
  }

  async #load(feedId: string, hash: string): Promise<PoisonItem | undefined> {
    const item = await this.#parts.table.get(poisonKey(feedId, hash));
    return item === undefined ? undefined : parsePoison(item);
  }
}

/**
 * Empties the row before its note is removed, because an erasure finds the rows in owners' feeds by their notes. The
 * row is removed last: while it exists, a repeated call finds it and completes the removal.
 */
export async function removePoison(table: Table, item: PoisonItem): Promise<void> {
  const key = { pk: item.pk, sk: item.sk };
  await table.update({ key, set: { body: null }, when: present });
  await table.remove(noteKey(item.instance, item.keptAt, hashOf(item)));
  await table.remove(key);
}

const kindOf = ({ pk }: PoisonItem) => feedKind.safeParse(pk.split("#", 2)[1]).data;

function isOfRecords(item: PoisonItem): boolean {
  return /^(person|company|project|activity)-(timeline|walk|template|scrub)$/.test(kindOf(item) ?? "");
}

/** Whether the row is a document that an owner's feed quarantined because its read by id got no response. */
function isOfDocument(item: PoisonItem): boolean {
  return kindOf(item) === "owner" && item.reason === "unanswered";
}
