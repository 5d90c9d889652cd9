import * as z from "zod";
import type { Database } from "./database.ts";
import type { GroupLoad } from "./group-load.ts";
import { ownerOfGroupSql } from "./owner-of-group.ts";

/**
 * How many messages at the front of the queue are searched for those of quiet groups. Groups take turns by rank, so a
 * quiet group's message is near the front. A longer search would read through a noisy group's whole backlog at every
 * receive.
 */
const quietWithin = 500;

const messageRow = z.object({
  id: z.number(),
  message_group: z.string(),
  body: z.string(),
  sent_at: z.number(),
  receives: z.number(),
  rank: z.number(),
});
export type MessageRow = z.infer<typeof messageRow>;
const ownerRow = z.object({ owner: z.string() });

/** Chooses the messages that a queue's next receive takes. */
export class ReadyMessages {
  readonly #database: Database;
  readonly #load: GroupLoad;
  readonly #sql: ReturnType<typeof statementsOf>;
  /** The last owner that had a turn while other owners were full or noisy. */
  #served = "";

  /** `queue` is the SQL name of the queue's table. */
  constructor(database: Database, queue: string, load: GroupLoad) {
    this.#database = database;
    this.#load = load;
    this.#sql = statementsOf(queue);
  }

  /** Leaves out full owners. If no owner is full, prefers the messages of quiet owners, then those of quiet groups. */
  next(max: number): readonly MessageRow[] {
    const full = this.#load.full();
    if (full.length > 0) return this.#ofOthers(full, max);
    const { groups, owners } = this.#load.noisy();
    // Retries come back with old ranks, so those of a noisy owner can also pile up at the front.
    const others = owners.length === 0 ? [] : this.#ofOthers(owners, max);
    if (others.length > 0) return others;
    const quiet = groups.length === 0 ? [] : this.#rows(this.#sql.ofQuietGroups, JSON.stringify(groups), max);
    return quiet.length > 0 ? quiet : this.#rows(this.#sql.ready, max);
  }

  /**
   * The messages of a full or noisy owner pile up at the front of the queue. Therefore, this looks up the other owners,
   * and takes the first messages of each, at most the same number from each owner.
   */
  #ofOthers(passedOver: readonly string[], max: number): readonly MessageRow[] {
    const owners = this.#waitingOwners(passedOver, max);
    this.#served = owners.at(-1) ?? this.#served;
    if (owners.length === 0) return [];
    return this.#rows(this.#sql.ofOwners, JSON.stringify(owners), Math.floor(max / owners.length));
  }

  /** Returns at most `max` other owners that have ready messages, beginning after the last owner that had a turn. */
  #waitingOwners(passedOver: readonly string[], max: number): readonly string[] {
    const owners: string[] = [];
    const collect = (sql: string, from: string) => {
      for (let owner = this.#owner(sql, from); owner !== undefined; owner = this.#owner(this.#sql.ownerAfter, owner)) {
        if (owners.length === max || owners.includes(owner)) return;
        if (!passedOver.includes(owner)) owners.push(owner);
      }
    };
    collect(this.#sql.ownerAfter, this.#served);
    collect(this.#sql.ownerFrom, "");
    return owners;
  }

  #owner(sql: string, from: string): string | undefined {
    const row = this.#database.first(sql, from);
    return row === undefined ? undefined : ownerRow.parse(row).owner;
  }

  #rows(sql: string, ...values: (string | number)[]): MessageRow[] {
    return this.#database.all(sql, ...values).map((row) => messageRow.parse(row));
  }
}

/**
 * The SQL for each batch, composed once. {@link Database} looks up a prepared statement by its text, and would have to
 * hash each new string.
 */
function statementsOf(queue: string) {
  const isReady = `FROM ${queue} WHERE hidden_until IS NULL`;
  const ready = `SELECT id, message_group, body, sent_at, receives, rank ${isReady}`;
  // One step in the index: its cost doesn't depend on how many messages wait. A recursive query that took all steps
  // cost ten times as much as the few steps that are usually needed.
  const owner = (isNext: string) =>
    `SELECT ${ownerOfGroupSql} AS owner ${isReady} AND ${ownerOfGroupSql} ${isNext} ? ORDER BY ${ownerOfGroupSql} LIMIT 1`;
  return {
    ready: `${ready} ORDER BY rank, id LIMIT ?`,
    ofQuietGroups: `${ready} AND id IN (
      SELECT id FROM (SELECT id, message_group ${isReady} ORDER BY rank, id LIMIT ${quietWithin})
      WHERE message_group NOT IN (SELECT value FROM json_each(?))) ORDER BY rank, id LIMIT ?`,
    ownerAfter: owner(">"),
    ownerFrom: owner(">="),
    ofOwners: `SELECT id, message_group, body, sent_at, receives, rank
      FROM (SELECT value AS owner FROM json_each(?)) JOIN ${queue} ON id IN (
        SELECT id ${isReady} AND ${ownerOfGroupSql} = owner ORDER BY rank, id LIMIT ?)
      ORDER BY rank, id`,
  };
}
