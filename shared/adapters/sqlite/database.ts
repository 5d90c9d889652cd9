import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { EngineUnavailableError, faultCodeOf, StoreFullError } from "../../kernel/errors.ts";
import { CheckpointThread } from "./checkpoint-thread.ts";
import { type DoneMigration, openStore } from "./open-store.ts";
import { ReadTurn } from "./read-turn.ts";
import { asEngineFault } from "./store-errors.ts";
import { WalSync } from "./wal-sync.ts";
import { WriteTurn } from "./write-turn.ts";

type Job = {
  /** Whether the job's promise waits until its commit is on disk. */
  readonly durable: boolean;
  run(): void;
  done(): void;
  failed(error: unknown): void;
};

/**
 * After this time (ms), a commit that no job waits for is put on disk, unless another write has already put it there.
 */
const syncWithin = 1_000;

/**
 * How many more turns of the event loop a job waits for others to join its commit. A turn is often as short as handling
 * one response, so without the wait, most commits would contain a single job. The number was chosen with `npm run
 * bench:compare`.
 */
const moreTurns = 3;

/**
 * One connection to the single file that contains tables, queues and change stream. Writes are group commits: all jobs
 * requested within a few turns of the event loop share a transaction, and all transactions committed while the disk is
 * busy share its next sync. A promise of `write` resolves only after its commit is on disk.
 */
export class Database {
  readonly #connection: DatabaseSync;
  /** Syncs the log; undefined for a database in memory. */
  readonly #walSync: WalSync | undefined;
  readonly #checkpoints: CheckpointThread | undefined;
  readonly #statements = new Map<string, StatementSync>();
  #jobs: Job[] = [];
  #flush: NodeJS.Immediate | undefined;
  /** How many turns after the current one a commit still waits for other jobs. */
  #turnsLeft = moreTurns;
  #syncLater: NodeJS.Timeout | undefined;
  /** Statements of the current transaction. */
  #written = 0;

  readonly #onFull: () => void;
  readonly #turn: WriteTurn;

  /** Shares the event loop among the readers of all its tables. */
  readonly reads = new ReadTurn();
  /** Set if an older store was migrated when it was opened. */
  readonly migrated: DoneMigration | undefined;
  /** Files of the store that other users could read until it was opened. */
  readonly madePrivate: readonly string[];

  /**
   * `path` is `:memory:`, or a file, which is created if it is missing. The database calls `onFull` whenever a write
   * finds no space. `turn` is shared with the connections of other threads. Throws the errors of `openStore`.
   */
  constructor(path: string, onFull: () => void = () => undefined, turn = new WriteTurn()) {
    this.#onFull = onFull;
    this.#turn = turn;
    const { connection, migrated, madePrivate } = openStore(path);
    this.#connection = connection;
    this.migrated = migrated;
    this.madePrivate = madePrivate;
    if (path === ":memory:") return;
    this.#walSync = new WalSync(path);
    this.#checkpoints = new CheckpointThread(path, turn, () => {
      this.#released();
    });
  }

  /**
   * Runs `work` in a `BEGIN IMMEDIATE` transaction and resolves with its result once the commit is on disk. `work` must
   * be synchronous and use only the database: if another job of its group throws, `work` runs again in its own
   * transaction.
   */
  write<T>(work: () => T): Promise<T> {
    return this.#ask(work, true);
  }

  /**
   * Like `write`, but doesn't wait for the disk. Use it for changes that have no effect outside the store. The log
   * keeps the order of commits, so once a later `write` has resolved, this change is also on disk. Without a later
   * `write`, it is on disk after a second. With `atOnce`, it is committed at the end of this turn.
   */
  commit<T>(work: () => T, { atOnce = false } = {}): Promise<T> {
    return this.#ask(work, false, atOnce);
  }

  first(sql: string, ...values: SQLInputValue[]): unknown {
    return guarded(() => this.#prepared(sql).get(...values));
  }

  all(sql: string, ...values: SQLInputValue[]): readonly unknown[] {
    return guarded(() => this.#prepared(sql).all(...values));
  }

  /** Returns the rows one by one, so that a reader can stop when its page is full. */
  *each(sql: string, ...values: SQLInputValue[]): Generator {
    try {
      yield* this.#prepared(sql).iterate(...values);
    } catch (error) {
      throw asEngineFault(error);
    }
  }

  /** Call this only inside `write` or `commit`. Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number {
    this.#written += 1;
    return Number(this.#prepared(sql).run(...values).changes);
  }

  /** Writes a megabyte and removes it again. Throws StoreFullError if there is no space for it. */
  async tryRoom(): Promise<void> {
    // The table isn't part of the schema: it is dropped after the check, or by the next check if the process was
    // killed.
    const drop = () => this.run("DROP TABLE IF EXISTS room_probe");
    await this.write(() => {
      drop();
      this.run("CREATE TABLE room_probe (filler BLOB NOT NULL)");
      this.run("INSERT INTO room_probe (filler) VALUES (zeroblob(1048576))");
    });
    await this.write(drop);
  }

  /** Commits the waiting jobs and closes the connection. */
  close(): void {
    this.#commitAll();
    clearTimeout(this.#syncLater);
    this.#checkpoints?.close();
    this.#walSync?.close();
    this.#statements.clear();
    this.#connection.close();
  }

  #ask<T>(work: () => T, durable: boolean, atOnce = false): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: { value: T } | undefined;
      this.#jobs.push({
        durable,
        run: () => {
          result = { value: work() };
        },
        done: () => {
          if (result !== undefined) resolve(result.value);
        },
        failed: reject,
      });
      this.#commitSoon(durable, atOnce);
    });
  }

  /**
   * Commits a few turns later, or at the end of this turn with `atOnce`. A job that `mayWait` waits for the end of a
   * running sync, so that more jobs can join, unless a sync that it would miss follows at once.
   */
  #commitSoon(mayWait: boolean, atOnce = false): void {
    if (this.#isHeld()) return;
    if (mayWait && this.#walSync?.isBusy === true && !this.#walSync.hasNext) return;
    if (atOnce) this.#turnsLeft = 0;
    this.#flush ??= this.#nextTurn();
  }

  /** Whether writers should wait, because a copy of the log is behind. */
  #isHeld(): boolean {
    if (this.#checkpoints?.holdsWriters === true) return true;
    return this.#turn.isHeld(() => {
      this.#released();
    });
  }

  #released(): void {
    if (this.#jobs.length > 0) this.#commitSoon(false);
  }

  #nextTurn(): NodeJS.Immediate {
    return setImmediate(() => {
      if (this.#isHeld()) {
        this.#flush = undefined;
        return;
      }
      if (this.#turnsLeft === 0) {
        this.#commitAll();
        return;
      }
      this.#turnsLeft -= 1;
      this.#flush = this.#nextTurn();
    });
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #commitAll(): void {
    clearImmediate(this.#flush);
    this.#flush = undefined;
    this.#turnsLeft = moreTurns;
    const jobs = this.#jobs;
    this.#jobs = [];
    if (jobs.length === 0) return;
    const fault = this.#transaction(jobs);
    if (fault === undefined) {
      this.#settle(jobs);
    } else if (jobs.length === 1) {
      for (const job of jobs) job.failed(fault);
    } else {
      // One failing job must not fail the others of its group, so each runs again in its own transaction.
      for (const job of jobs) {
        const ownFault = this.#transaction([job]);
        if (ownFault === undefined) this.#settle([job]);
        else job.failed(ownFault);
      }
    }
  }

  /** Resolves the jobs of a commit: durable jobs once the commit is on disk, other jobs immediately. */
  #settle(jobs: readonly Job[]): void {
    const waiting: Job[] = [];
    for (const job of jobs) {
      if (job.durable && this.#walSync !== undefined) waiting.push(job);
      else job.done();
    }
    if (waiting.length > 0) this.#sync(waiting);
    else if (this.#walSync !== undefined)
      this.#syncLater ??= setTimeout(() => {
        this.#sync([]);
      }, syncWithin).unref();
  }

  #sync(waiting: readonly Job[]): void {
    clearTimeout(this.#syncLater);
    this.#syncLater = undefined;
    this.#walSync?.whenSynced((fault) => {
      const failure = fault === null ? undefined : this.#syncFault(fault);
      for (const job of waiting) {
        if (failure === undefined) job.done();
        else job.failed(failure);
      }
      if (this.#jobs.length > 0) this.#commitSoon(false);
    });
  }

  #syncFault(fault: Error): EngineUnavailableError {
    if (faultCodeOf(fault) !== "ENOSPC")
      return new EngineUnavailableError("the disk can't be synced", { cause: fault });
    this.#onFull();
    return new StoreFullError("the disk of the store is full: free some space", { cause: fault });
  }

  /** Returns undefined if the transaction committed, otherwise the error. */
  #transaction(jobs: readonly Job[]): unknown {
    this.#written = 0;
    try {
      this.#turn.take(() => {
        this.#runAll(jobs);
      });
      this.#checkpoints?.wrote(this.#written);
      return undefined;
    } catch (error) {
      const fault = asEngineFault(error);
      if (fault instanceof StoreFullError) this.#onFull();
      return fault;
    }
  }

  #runAll(jobs: readonly Job[]): void {
    try {
      this.#prepared("BEGIN IMMEDIATE").run();
      for (const job of jobs) job.run();
      this.#prepared("COMMIT").run();
    } catch (error) {
      // If a handler has outlived its host, the connection is closed. In that case, `isTransaction` itself throws, and
      // nothing would catch that error.
      if (this.#connection.isOpen && this.#connection.isTransaction) this.#connection.exec("ROLLBACK");
      throw error;
    }
  }
}

function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asEngineFault(error);
  }
}
