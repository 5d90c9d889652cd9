import type { Item, Key } from "./table.ts";

/** One write to a streamed table. */
export type ChangeRecord = {
  /** Rises with each record of a shard, and is never used twice. */
  readonly position: number;
  readonly key: Key;
  /** Undefined if the write created the item. */
  readonly before: Item | undefined;
  /** Undefined if the write removed the item. */
  readonly after: Item | undefined;
};

/** Every record up to `position` is done. The records after it have failed `attempts` times in a row. */
export type ShardPosition = { readonly position: number; readonly attempts: number };

/**
 * The changes of one table in the order of their writes. As on AWS, all changes of one partition key are in one shard,
 * and a failing record holds up only its own shard. Each change has exactly one record.
 */
export type ChangeStream = {
  /** The number of shards, which are numbered from 0. */
  readonly shards: number;
  /** `{ position: 0, attempts: 0 }` before the first checkpoint. */
  position(shard: number): Promise<ShardPosition>;
  /** Returns up to `limit` records after position `after`; fewer if they are large. */
  read(shard: number, after: number, limit: number): Promise<readonly ChangeRecord[]>;
  advance(shard: number, to: ShardPosition): Promise<void>;
  /** Stores a failing record separately, for `redrive`, and moves the checkpoint past it. */
  setAside(shard: number, record: ChangeRecord, reason: string): Promise<void>;
  /** Puts the records that were set aside back into the stream, as new ones. Returns their number. */
  redrive(): Promise<number>;
  /** Deletes up to `limit` records that are done, or were appended before `before` (unix ms). Returns their number. */
  trim(shard: number, limit: number, before?: number): Promise<number>;
  /** Counts the records that wait, and those that were set aside. */
  depth(): Promise<StreamDepth>;
  /**
   * When the oldest record that isn't done was appended (unix ms). A record that was set aside counts as appended at 0,
   * also after `redrive`, because the stream doesn't keep its time.
   */
  waitingSince(): Promise<number | undefined>;
};

export type StreamDepth = { readonly pending: number; readonly failed: number };
