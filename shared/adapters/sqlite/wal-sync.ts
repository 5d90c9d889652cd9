import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";

type Waiting = (fault: Error | null) => void;

/**
 * Puts commits on disk without holding up the event loop. SQLite itself would wait for the disk inside of each commit;
 * instead it only writes its log (`synchronous = NORMAL`), and the log is synced here by a thread, one sync for all that
 * was committed meanwhile. What is told to be on disk is as durable as with `synchronous = FULL`: the log is in order, so
 * whatever builds on a commit is never on disk without it.
 */
export class WalSync {
  readonly #file: number;
  #waiting: Waiting[] = [];
  #syncing: readonly Waiting[] | undefined;
  #closed = false;

  /** The log of an open database, which stays where it is until its last connection is closed. */
  constructor(databasePath: string) {
    this.#file = openSync(`${databasePath}-wal`, "r+");
    // The log's own name must outlive a power cut as well.
    const directory = openSync(dirname(databasePath), "r");
    fsyncSync(directory);
    closeSync(directory);
  }

  get isBusy(): boolean {
    return this.#syncing !== undefined;
  }

  /** Calls back once everything committed before is on disk, with the fault when it may not be. */
  whenSynced(done: Waiting): void {
    this.#waiting.push(done);
    this.#sync();
  }

  /** Syncs at once and calls all back. */
  close(): void {
    this.#closed = true;
    const all = [...(this.#syncing ?? []), ...this.#waiting];
    this.#waiting = [];
    let fault: Error | null = null;
    try {
      fdatasyncSync(this.#file);
    } catch (error) {
      fault = error instanceof Error ? error : new Error("not synced");
    }
    for (const done of all) done(fault);
    // Not under a thread that still uses it.
    if (this.#syncing === undefined) closeSync(this.#file);
  }

  #sync(): void {
    if (this.#syncing !== undefined || this.#waiting.length === 0) return;
    const group = this.#waiting;
    this.#waiting = [];
    this.#syncing = group;
    fdatasync(this.#file, (fault) => {
      this.#syncing = undefined;
      if (this.#closed) {
        closeSync(this.#file);
        return;
      }
      for (const done of group) done(fault);
      this.#sync();
    });
  }
}
