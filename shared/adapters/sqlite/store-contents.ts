import * as z from "zod";
import type { Item, Key } from "../../kernel/ports/table.ts";
import type { QueueName, TableName } from "../../kernel/topology.ts";
import { Database } from "./database.ts";
import { itemOf } from "./item-text.ts";
import { sqlNames } from "./schema.ts";

const itemRow = z.object({ item: z.string() });
const keyRow = z.object({ pk: z.string(), sk: z.string() });
const imageRow = z.object({ old_item: z.string().nullable(), new_item: z.string().nullable() });
const messageRow = z.object({
  id: z.number(),
  message_group: z.string(),
  body: z.string(),
  hidden_until: z.number().nullable(),
});

/** A change that isn't published yet: the item before and after it. */
export type UnpublishedChange = { readonly before: Item | undefined; readonly after: Item | undefined };

/** A message that hasn't been processed yet. `readyAt` (unix ms) is set if the message is delayed. */
export type StoredMessage = {
  readonly id: number;
  readonly group: string;
  readonly body: string;
  readonly readyAt: number | undefined;
};

const mirror: TableName = "mirror";
const stream = sqlNames.stream(mirror);
/** The changes that no consumer has handled: those after their shard's position, and those that were set aside. */
const unpublished = `
  SELECT position, pk, sk, old_item, new_item FROM ${stream} AS record
    WHERE position > coalesce((SELECT position FROM stream_positions WHERE stream = '${mirror}' AND lane = record.lane), 0)
  UNION ALL SELECT position, pk, sk, old_item, new_item FROM stream_failures WHERE stream = '${mirror}'`;

/**
 * Reads everything in a store that no host uses. It reads page by page, in an order that lets the caller continue after
 * any page.
 */
export class StoreContents {
  readonly #database: Database;

  /** Migrates an older store. Throws the errors of `openStore`. */
  constructor(path: string) {
    this.#database = new Database(path);
  }

  items(table: TableName, after: Key | undefined, limit: number): readonly Item[] {
    const { pk, sk } = after ?? { pk: "", sk: "" };
    const sql = `SELECT item FROM ${sqlNames.table(table)} WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?`;
    return this.#database.all(sql, pk, sk, limit).map((row) => itemOf(itemRow.parse(row).item));
  }

  item(table: TableName, { pk, sk }: Key): Item | undefined {
    const row = this.#database.first(`SELECT item FROM ${sqlNames.table(table)} WHERE pk = ? AND sk = ?`, pk, sk);
    return row === undefined ? undefined : itemOf(itemRow.parse(row).item);
  }

  /** Keys of mirror items with unpublished changes. */
  unpublishedKeys(after: Key | undefined, limit: number): readonly Key[] {
    const { pk, sk } = after ?? { pk: "", sk: "" };
    const sql = `SELECT DISTINCT pk, sk FROM (${unpublished}) WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?`;
    return this.#database.all(sql, pk, sk, limit).map((row) => keyRow.parse(row));
  }

  isUnpublished({ pk, sk }: Key): boolean {
    return (
      this.#database.first(`SELECT 1 AS found FROM (${unpublished}) WHERE pk = ? AND sk = ?`, pk, sk) !== undefined
    );
  }

  /** The unpublished changes of one item, oldest first. */
  unpublishedChanges({ pk, sk }: Key): readonly UnpublishedChange[] {
    const sql = `SELECT old_item, new_item FROM (${unpublished}) WHERE pk = ? AND sk = ? ORDER BY position`;
    return this.#database.all(sql, pk, sk).map((row) => {
      const { old_item: before, new_item: after } = imageRow.parse(row);
      return { before: imageOf(before), after: imageOf(after) };
    });
  }

  /** Messages of a queue, including those that a consumer held when the host ended. */
  messages(queue: QueueName, after: number, limit: number): readonly StoredMessage[] {
    // A message that a consumer held is due now, because its visibility timeout ended with the host.
    const sql = `SELECT id, message_group, body, CASE in_flight WHEN 0 THEN hidden_until END AS hidden_until
      FROM ${sqlNames.queue(queue)} WHERE id > ? ORDER BY id LIMIT ?`;
    return this.#database.all(sql, after, limit).map(messageOf);
  }

  deadLetters(queue: QueueName, after: number, limit: number): readonly StoredMessage[] {
    const sql = `SELECT id, message_group, body, NULL AS hidden_until FROM dead_letters
      WHERE queue = ? AND id > ? ORDER BY id LIMIT ?`;
    return this.#database.all(sql, queue, after, limit).map(messageOf);
  }

  close(): void {
    this.#database.close();
  }
}

function imageOf(text: string | null): Item | undefined {
  return text === null ? undefined : itemOf(text);
}

function messageOf(row: unknown): StoredMessage {
  const { id, message_group: group, body, hidden_until } = messageRow.parse(row);
  return { id, group, body, readyAt: hidden_until ?? undefined };
}
