import * as z from "zod";
import { bucketOf } from "../../kernel/hash.ts";
import { earlier } from "../../kernel/instant.ts";
import type { ChangeRecord, ChangeStream, ShardPosition, StreamDepth } from "../../kernel/ports/change-stream.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Key } from "../../kernel/ports/table.ts";
import type { TableName } from "../../kernel/topology.ts";
import type { LocalWakeUps } from "../local/local-wake-ups.ts";
import type { Database } from "./database.ts";
import { itemOf } from "./item-text.ts";
import { sqlNames } from "./schema.ts";

/** Each stored record keeps its shard, so a different number of shards needs a migration that moves the records. */
const shardCount = 4;

/** The number of characters at which a batch ends. Reading and publishing a batch takes one turn of the event loop. */
const mostPerRead = 1_048_576;

const recordRow = z.object({
  position: z.number(),
  pk: z.string(),
  sk: z.string(),
  old_item: z.string().nullable(),
  new_item: z.string().nullable(),
});
const positionRow = z.object({ position: z.number(), attempts: z.number() });
const appendedRow = z.object({ appended_at: z.number() });
const countRow = z.object({ count: z.number() });

/**
 * The change stream of a table on SQLite. Each record is appended in the transaction of the write that it describes.
 */
export class SqliteChangeStream implements ChangeStream {
  readonly shards = shardCount;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #name: TableName;
  readonly #stream: string;
  readonly #insert: string;
  readonly #wakeUps: LocalWakeUps;

  constructor(database: Database, table: TableName, clock: Clock, wakeUps: LocalWakeUps) {
    this.#database = database;
    this.#clock = clock;
    this.#name = table;
    this.#stream = sqlNames.stream(table);
    this.#insert = `INSERT INTO ${this.#stream} (lane, pk, sk, old_item, new_item, appended_at) VALUES (?, ?, ?, ?, ?, ?)`;
    this.#wakeUps = wakeUps;
  }

  /** Appends a record. Call this only inside the transaction that makes the change. */
  append({ pk, sk }: Key, before: string | undefined, after: string | undefined): void {
    const images = [before ?? null, after ?? null];
    this.#database.run(this.#insert, bucketOf(pk, shardCount), pk, sk, ...images, this.#clock.now());
  }

  /** Wakes the consumer. Call this after the change is committed. */
  wake(): void {
    this.#wakeUps.wake(this.#name);
  }

  async position(shard: number): Promise<ShardPosition> {
    return Promise.resolve(this.#position(shard));
  }

  async read(shard: number, after: number, limit: number): Promise<readonly ChangeRecord[]> {
    const sql = `SELECT position, pk, sk, old_item, new_item FROM ${this.#stream}
      WHERE lane = ? AND position > ? ORDER BY position LIMIT ?`;
    const records: ChangeRecord[] = [];
    let size = 0;
    for (const found of this.#database.each(sql, shard, after, limit)) {
      const row = recordRow.parse(found);
      records.push(recordOf(row));
      size += (row.old_item?.length ?? 0) + (row.new_item?.length ?? 0);
      if (size >= mostPerRead) break;
    }
    return Promise.resolve(records);
  }

  async advance(shard: number, { position, attempts }: ShardPosition): Promise<void> {
    await this.#database.commit(() => {
      this.#advance(shard, position, attempts);
    });
  }

  async setAside(shard: number, record: ChangeRecord, reason: string): Promise<void> {
    await this.#database.write(() => {
      this.#database.run(
        `INSERT OR REPLACE INTO stream_failures (stream, position, pk, sk, old_item, new_item, reason, failed_at)
         SELECT ?, position, pk, sk, old_item, new_item, ?, ? FROM ${this.#stream} WHERE position = ?`,
        ...[this.#name, reason, this.#clock.now(), record.position],
      );
      this.#advance(shard, record.position, 0);
    });
  }

  async redrive(): Promise<number> {
    const count = await this.#database.write(() => {
      const sql = `SELECT position, pk, sk, old_item, new_item FROM stream_failures WHERE stream = ? ORDER BY position`;
      const failures = this.#database.all(sql, this.#name).map((row) => recordRow.parse(row));
      for (const { pk, sk, old_item, new_item } of failures) {
        this.append({ pk, sk }, old_item ?? undefined, new_item ?? undefined);
        this.#database.run(
          `INSERT OR REPLACE INTO stream_redriven (stream, lane, position) VALUES (?, ?, last_insert_rowid())`,
          ...[this.#name, bucketOf(pk, shardCount)],
        );
      }
      this.#database.run(`DELETE FROM stream_failures WHERE stream = ?`, this.#name);
      return failures.length;
    });
    this.wake();
    return count;
  }

  async trim(shard: number, limit: number, before = 0): Promise<number> {
    return this.#database.write(() =>
      this.#database.run(
        `DELETE FROM ${this.#stream} WHERE position IN (
           SELECT position FROM ${this.#stream} WHERE lane = ? AND (position <= ? OR appended_at < ?)
           ORDER BY position LIMIT ?)`,
        ...[shard, this.#position(shard).position, before, limit],
      ),
    );
  }

  async depth(): Promise<StreamDepth> {
    let pending = 0;
    for (let shard = 0; shard < shardCount; shard++) {
      const sql = `SELECT count(*) AS count FROM ${this.#stream} WHERE lane = ? AND position > ?`;
      pending += countRow.parse(this.#database.first(sql, shard, this.#position(shard).position)).count;
    }
    const failures = `SELECT count(*) AS count FROM stream_failures WHERE stream = ?`;
    return Promise.resolve({ pending, failed: countRow.parse(this.#database.first(failures, this.#name)).count });
  }

  async waitingSince(): Promise<number | undefined> {
    if (this.#lacksSetAside()) return Promise.resolve(0);
    let oldest: number | undefined;
    for (let shard = 0; shard < shardCount; shard++) {
      const sql = `SELECT appended_at FROM ${this.#stream} WHERE lane = ? AND position > ? ORDER BY position LIMIT 1`;
      const row = this.#database.first(sql, shard, this.#position(shard).position);
      if (row !== undefined) oldest = earlier(oldest, appendedRow.parse(row).appended_at);
    }
    return Promise.resolve(oldest);
  }

  /** Whether a record that was set aside isn't done. One statement, because a redrive may run in another process. */
  #lacksSetAside(): boolean {
    const sql = `SELECT 1 FROM stream_failures WHERE stream = ? UNION ALL
      SELECT 1 FROM stream_redriven AS redriven WHERE stream = ? AND position > coalesce(
        (SELECT position FROM stream_positions WHERE stream = redriven.stream AND lane = redriven.lane), 0) LIMIT 1`;
    return this.#database.first(sql, this.#name, this.#name) !== undefined;
  }

  #position(shard: number): ShardPosition {
    const sql = `SELECT position, attempts FROM stream_positions WHERE stream = ? AND lane = ?`;
    const row = this.#database.first(sql, this.#name, shard);
    return row === undefined ? { position: 0, attempts: 0 } : positionRow.parse(row);
  }

  #advance(shard: number, position: number, attempts: number): void {
    this.#database.run(
      `INSERT INTO stream_positions (stream, lane, position, attempts) VALUES (?, ?, ?, ?)
       ON CONFLICT (stream, lane) DO UPDATE SET position = excluded.position, attempts = excluded.attempts`,
      ...[this.#name, shard, position, attempts],
    );
  }
}

function recordOf({ position, pk, sk, old_item, new_item }: z.infer<typeof recordRow>): ChangeRecord {
  return {
    position,
    key: { pk, sk },
    before: old_item === null ? undefined : itemOf(old_item),
    after: new_item === null ? undefined : itemOf(new_item),
  };
}
