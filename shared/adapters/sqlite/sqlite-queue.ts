import { setImmediate as nextTurn } from "node:timers/promises";
import * as z from "zod";
import type { Clock } from "../../kernel/ports/clock.ts";
import {
  checkMessage,
  longestDelaySeconds,
  type OutgoingMessage,
  type Queue,
  type QueueDepth,
  type ReceivedMessage,
} from "../../kernel/ports/queue.ts";
import type { QueueDeclaration } from "../../kernel/topology.ts";
import type { LocalWakeUps } from "../local/local-wake-ups.ts";
import type { Database } from "./database.ts";
import { GroupLoad } from "./group-load.ts";
import { GroupRanks } from "./group-ranks.ts";
import { type MessageRow, ReadyMessages } from "./ready-messages.ts";
import { sqlNames } from "./schema.ts";

/** The maximum number of messages that one transaction sends. Fan-out sends thousands at once. */
const mostSent = 1_000;
/**
 * The maximum number of messages that one receive makes ready. Many waits may end at the same time, for example those
 * after 429 responses with the same date in `Retry-After`. A receive that made all these messages ready would hold the
 * write lock for too long.
 */
const mostSurfaced = 1_000;
/** How many messages one statement of a count reads. The statement takes about two milliseconds. */
const countedPerRead = 8_192;
const placeRow = z.object({ rank: z.number(), id: z.number() });
const numberRow = z.object({ value: z.number().nullable() });
const lookRow = z.object({ ready: z.number(), earliest: z.number().nullable(), latest: z.number().nullable() });

/**
 * A queue of the topology on SQLite, with at-least-once delivery, visibility timeouts, delays, dead letters and fair
 * groups. A new message gets a rank above its group's last rank and above the rank served last. Messages are served by
 * rank, so owners take turns, however many groups they have. An owner's groups also take turns, even if one has ten
 * thousand messages and another has only one. An owner or group with too many messages in flight waits while others
 * have work. An owner takes a message only while it has fewer messages in flight than there are free places.
 */
export class SqliteQueue implements Queue {
  readonly #declaration: QueueDeclaration;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #queue: string;
  readonly #sql: ReturnType<typeof statementsOf>;
  readonly #load: GroupLoad;
  readonly #ready: ReadyMessages;
  readonly #ranks = new GroupRanks();
  readonly #wakeUps: LocalWakeUps;
  readonly #ask: Database["write"];

  /** If `waits` is false, a message counts as sent once it is committed, before it is on disk. */
  constructor(
    database: Database,
    declaration: QueueDeclaration,
    clock: Clock,
    wakeUps: LocalWakeUps,
    { waits = true }: { readonly waits?: boolean } = {},
  ) {
    this.#database = database;
    this.#declaration = declaration;
    this.#clock = clock;
    this.#queue = sqlNames.queue(declaration.name);
    this.#load = new GroupLoad(declaration.maxConcurrency * declaration.batchSize);
    this.#ready = new ReadyMessages(database, this.#queue, this.#load);
    this.#sql = statementsOf(this.#queue);
    this.#wakeUps = wakeUps;
    this.#ask = waits ? (work) => database.write(work) : (work) => database.commit(work);
  }

  async send(messages: readonly OutgoingMessage[]): Promise<void> {
    for (const message of messages) checkMessage(message);
    for (let sent = 0; sent < messages.length; sent += mostSent) {
      await this.#ask(() => {
        const now = this.#clock.now();
        const served = this.#served();
        for (const { body, group = "", delaySeconds = 0 } of messages.slice(sent, sent + mostSent)) {
          const hiddenUntil = delaySeconds === 0 ? null : now + Math.round(delaySeconds * 1_000);
          this.#database.run(this.#sql.send, group, body, now, this.#ranks.next(group, served), hiddenUntil);
        }
      });
      this.#wake();
    }
  }

  async receive(max: number): Promise<readonly ReceivedMessage[]> {
    const { isReady, surfaces } = this.#look();
    if (!isReady && !surfaces) return [];
    // Don't wait until the receive is on disk, because waiting for a sync of other writes would delay the message.
    // After a power cut, the receive counts only if a write that resulted from it was on disk.
    const received = await this.#database.commit(
      () => {
        const now = this.#clock.now();
        if (surfaces) this.#surface(now);
        const rows = this.#ready.next(max);
        const [dead, alive] = partition(rows, ({ receives }) => receives >= this.#declaration.maxReceives);
        const live = this.#load.admitted(alive, ({ message_group }) => message_group);
        for (const row of dead) this.#bury(row, now);
        const hiddenUntil = now + this.#declaration.visibilitySeconds * 1_000;
        this.#database.run(this.#sql.take, hiddenUntil, JSON.stringify(live.map(({ id }) => id)));
        this.#serve(live.at(-1)?.rank ?? 0);
        return live;
      },
      { atOnce: true },
    );
    const messages = received.map(({ id, message_group: group, body, sent_at: sentAt, receives }) => {
      return { id: String(id), group, body, sentAt, receives: receives + 1 };
    });
    for (const { group } of messages) this.#load.add(group);
    return messages;
  }

  async acknowledge(messages: readonly ReceivedMessage[]): Promise<void> {
    if (messages.length === 0) return;
    // Subtract before the write: even if the acknowledgement can't be written, the message is no longer in flight and
    // will be received again.
    for (const { group } of messages) this.#load.subtract(group);
    await this.#database.commit(() => {
      // Most messages were received once, so this is usually one statement for all of them.
      for (const [receives, some] of Map.groupBy(messages, (message) => message.receives)) {
        const ids = JSON.stringify(some.map(({ id }) => Number(id)));
        this.#database.run(this.#sql.acknowledge, receives, ids);
      }
    });
  }

  async release(messages: readonly ReceivedMessage[], afterMs: number): Promise<void> {
    if (messages.length === 0) return;
    for (const { group } of messages) this.#load.subtract(group);
    await this.#database.commit(() => {
      const hiddenUntil = afterMs === 0 ? null : this.#clock.now() + afterMs;
      for (const { id, receives } of messages) {
        this.#database.run(
          `UPDATE ${this.#queue} SET hidden_until = ?, in_flight = 0 WHERE id = ? AND receives = ?`,
          ...[hiddenUntil, Number(id), receives],
        );
      }
    });
    this.#wake();
  }

  async releaseInFlight(): Promise<number> {
    return this.#database.write(() =>
      this.#database.run(`UPDATE ${this.#queue} SET hidden_until = NULL, in_flight = 0 WHERE in_flight = 1`),
    );
  }

  async redrive(): Promise<number> {
    const count = await this.#database.write(() => {
      this.#database.run(
        `INSERT INTO ${this.#queue} (message_group, body, sent_at, rank, receives)
         SELECT message_group, body, sent_at, ?, 1 FROM dead_letters WHERE queue = ? ORDER BY id`,
        ...[this.#served() + 1, this.#declaration.name],
      );
      return this.#database.run(`DELETE FROM dead_letters WHERE queue = ?`, this.#declaration.name);
    });
    this.#wake();
    return count;
  }

  async hasReady(count: number): Promise<boolean> {
    const sql = `SELECT count(*) AS value FROM (SELECT 1 FROM ${this.#queue}
      WHERE hidden_until IS NULL LIMIT ?1)`;
    const visible = this.#number(sql, count);
    if (visible >= count) return Promise.resolve(true);
    const due = `SELECT count(*) AS value FROM ${this.#queue} WHERE hidden_until <= ?`;
    return Promise.resolve(visible + this.#number(due, this.#clock.now()) >= count);
  }

  async nextReadyAt(): Promise<number | undefined> {
    const sql = `SELECT min(hidden_until) AS value FROM ${this.#queue} WHERE hidden_until IS NOT NULL`;
    return Promise.resolve(numberRow.parse(this.#database.first(sql)).value ?? undefined);
  }

  async depth(): Promise<QueueDepth> {
    const now = this.#clock.now();
    const ready = await this.#countReady();
    const count = (where: string) => `SELECT count(*) AS value FROM ${this.#queue} WHERE ${where}`;
    return {
      ready: ready + this.#number(count("hidden_until <= ?"), now),
      delayed: this.#number(count("hidden_until > ? AND in_flight = 0"), now),
      inFlight: this.#number(count("hidden_until > ? AND in_flight = 1"), now),
      dead: this.#number(`SELECT count(*) AS value FROM dead_letters WHERE queue = ?`, this.#declaration.name),
    };
  }

  /** Counts in slices, because millions of messages may wait, such as the replays of a partner with slow receivers. */
  async #countReady(): Promise<number> {
    const behind = `FROM ${this.#queue} WHERE hidden_until IS NULL AND (rank, id) > (?, ?)`;
    const sql = `SELECT rank, id ${behind} ORDER BY rank, id LIMIT 1 OFFSET ${countedPerRead - 1}`;
    let count = 0;
    for (let last = { rank: 0, id: 0 }; ; ) {
      const { rank, id } = last;
      const found = this.#database.first(sql, rank, id);
      if (found === undefined) return count + this.#number(`SELECT count(*) AS value ${behind}`, rank, id);
      last = placeRow.parse(found);
      count += countedPerRead;
      await nextTurn();
    }
  }

  /** The message with the lowest id is the oldest, unless dead letters were sent again. */
  async readySince(): Promise<number | undefined> {
    const sql = `SELECT sent_at AS value FROM ${this.#queue}
      WHERE id = (SELECT min(id) FROM ${this.#queue} WHERE hidden_until IS NULL)`;
    const found = this.#database.first(sql);
    return Promise.resolve(found === undefined ? undefined : (numberRow.parse(found).value ?? undefined));
  }

  async deadSince(): Promise<number | undefined> {
    const sql = `SELECT min(died_at) AS value FROM dead_letters WHERE queue = ?`;
    const { value } = numberRow.parse(this.#database.first(sql, this.#declaration.name));
    return Promise.resolve(value ?? undefined);
  }

  /**
   * Makes messages ready whose time has come, the earliest first. Shortens waits from before the clock was set back.
   */
  #surface(now: number): void {
    this.#database.run(this.#sql.surface, now);
    this.#database.run(this.#sql.hideLess, this.#latestHiding(now));
  }

  /**
   * The latest time until which a message can be hidden. A later time dates from before the clock was set back. Without
   * this limit, the message would stay hidden until the clock reaches that time.
   */
  #latestHiding(now: number): number {
    return now + Math.max(this.#declaration.visibilitySeconds, longestDelaySeconds) * 1_000;
  }

  /** `surfaces`: a hidden message is due, or was hidden before the clock was set back. */
  #look(): { readonly isReady: boolean; readonly surfaces: boolean } {
    const now = this.#clock.now();
    const { ready, earliest, latest } = lookRow.parse(this.#database.first(this.#sql.look));
    const surfaces = (earliest ?? Number.POSITIVE_INFINITY) <= now || (latest ?? 0) > this.#latestHiding(now);
    return { isReady: ready > 0, surfaces };
  }

  #bury({ id, message_group, body, sent_at, receives }: MessageRow, now: number): void {
    this.#database.run(
      `INSERT INTO dead_letters (queue, id, message_group, body, sent_at, receives, died_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[this.#declaration.name, id, message_group, body, sent_at, receives, now],
    );
    this.#database.run(`DELETE FROM ${this.#queue} WHERE id = ?`, id);
  }

  #served(): number {
    const row = this.#database.first(`SELECT rank AS value FROM queue_served WHERE queue = ?`, this.#declaration.name);
    return row === undefined ? 0 : (numberRow.parse(row).value ?? 0);
  }

  #serve(rank: number): void {
    this.#database.run(
      `INSERT INTO queue_served (queue, rank) VALUES (?, ?)
       ON CONFLICT (queue) DO UPDATE SET rank = excluded.rank WHERE excluded.rank > rank`,
      ...[this.#declaration.name, rank],
    );
  }

  #number(sql: string, ...values: (string | number)[]): number {
    return numberRow.parse(this.#database.first(sql, ...values)).value ?? 0;
  }

  #wake(): void {
    this.#wakeUps.wake(this.#declaration.name);
  }
}

/**
 * The SQL for each batch, composed once. {@link Database} looks up a prepared statement by its text, and would have to
 * hash each new string.
 */
function statementsOf(queue: string) {
  const hidden = `FROM ${queue} WHERE hidden_until IS NOT NULL`;
  return {
    send: `INSERT INTO ${queue} (message_group, body, sent_at, rank, hidden_until) VALUES (?, ?, ?, ?, ?)`,
    look: `SELECT EXISTS (SELECT 1 FROM ${queue} WHERE hidden_until IS NULL) AS ready,
      (SELECT min(hidden_until) ${hidden}) AS earliest, (SELECT max(hidden_until) ${hidden}) AS latest`,
    surface: `UPDATE ${queue} SET hidden_until = NULL, in_flight = 0
      WHERE id IN (SELECT id ${hidden} AND hidden_until <= ? ORDER BY hidden_until LIMIT ${mostSurfaced})`,
    hideLess: `UPDATE ${queue} SET hidden_until = ?1
      WHERE id IN (SELECT id ${hidden} AND hidden_until > ?1 LIMIT ${mostSurfaced})`,
    take: `UPDATE ${queue} SET hidden_until = ?, in_flight = 1, receives = receives + 1
      WHERE id IN (SELECT value FROM json_each(?))`,
    acknowledge: `DELETE FROM ${queue} WHERE receives = ? AND id IN (SELECT value FROM json_each(?))`,
  };
}

function partition<T>(rows: readonly T[], test: (row: T) => boolean): readonly [T[], T[]] {
  return [rows.filter(test), rows.filter((row) => !test(row))];
}
