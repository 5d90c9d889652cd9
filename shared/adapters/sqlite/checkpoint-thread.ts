import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import * as z from "zod";
import type { WriteTurn } from "./write-turn.ts";

/** After this many written statements, the log is copied into the database file. */
const copyAfter = 2_000;

/**
 * If this many statements are written during a copy, writers wait until the copy ends, because the disk is slower than
 * they are.
 */
const mostDuringCopy = 6_000;

/**
 * If the log has more pages than this (16 MB), writers wait for a second, short copy. SQLite restarts the log only when
 * all of it has been copied, which never happens while writers keep adding to it.
 */
const mostPages = 4_000;

/** The thread opens the database with `mode=rw`, so a store that was removed in the meantime isn't created again. */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const { DatabaseSync } = require("node:sqlite");
parentPort.on("message", () => {
  let pages = 0;
  try {
    const connection = new DatabaseSync(workerData);
    try {
      connection.exec("PRAGMA synchronous = NORMAL");
      pages = connection.prepare("PRAGMA wal_checkpoint(PASSIVE)").get().log;
    } finally {
      connection.close();
    }
  } catch {
    // The disk is full, or the store is gone: the log keeps everything, and the log's writer reports the fault.
  }
  parentPort.postMessage(pages);
});`;

/**
 * Copies the log into the database file on a separate thread. By itself, SQLite would copy the log within a commit. The
 * copy's two syncs would then block the event loop, and with it all deliveries, until the disk is done.
 */
export class CheckpointThread {
  readonly #database: string;
  readonly #released: () => void;
  readonly #turn: WriteTurn;
  /** Statements since the last copy began. */
  #written = 0;
  #worker: Worker | undefined;
  #copy: "none" | "first" | "second" = "none";
  #holdsWriters = false;

  /** `released` is called whenever this thread's writers no longer have to wait. `turn` tells those of other threads. */
  constructor(path: string, turn: WriteTurn, released: () => void) {
    this.#database = `${pathToFileURL(path).href}?mode=rw`;
    this.#released = released;
    this.#turn = turn;
  }

  /** Whether writers should wait. A write that doesn't wait only makes the log longer. */
  get holdsWriters(): boolean {
    return this.#holdsWriters;
  }

  /** Counts statements that were committed. */
  wrote(statements: number): void {
    this.#written += statements;
    if (this.#copy !== "none" && this.#written >= mostDuringCopy) this.#hold();
    else if (this.#copy === "none" && this.#written >= copyAfter) this.#begin("first");
  }

  /** Ends the thread. A running copy still completes. */
  close(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#end();
  }

  #begin(copy: "first" | "second"): void {
    this.#copy = copy;
    this.#written = 0;
    this.#worker ??= this.#started();
    // Writers may wait for the copy when nothing else keeps the process running.
    this.#worker.ref();
    this.#worker.postMessage(copy);
  }

  #started(): Worker {
    const worker = new Worker(program, {
      eval: true,
      workerData: this.#database,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
    });
    worker.on("message", (message) => {
      if (this.#copy === "first" && z.number().parse(message) > mostPages) {
        this.#hold();
        this.#begin("second");
        return;
      }
      worker.unref();
      this.#end();
    });
    // If the thread fails, the log merely grows until the next copy, which starts another thread.
    worker.on("error", () => {
      this.#worker = undefined;
      this.#end();
    });
    return worker;
  }

  #hold(): void {
    if (this.#holdsWriters) return;
    this.#holdsWriters = true;
    this.#turn.hold();
  }

  #end(): void {
    this.#copy = "none";
    if (!this.#holdsWriters) return;
    this.#holdsWriters = false;
    this.#turn.release();
    this.#released();
  }
}
