import { closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";

type Waiting = (fault: Error | null) => void;

/**
 * Puts commits on disk without blocking the event loop. SQLite itself would wait for the disk in each commit. Instead,
 * it only writes its log (`synchronous = NORMAL`), and this class syncs the log on another thread, once for everything
 * committed since the last sync. A commit reported as on disk is as durable as with `synchronous = FULL`. The log keeps
 * the order of commits, so a later commit is never on disk without the earlier ones.
 */
export class WalSync {
  readonly #file: number;
  #waiting: Waiting[] = [];
  #syncing: readonly Waiting[] | undefined;
  #closed = false;

  /** Opens the log of an open database. The log exists until the database's last connection is closed. */
  constructor(databasePath: string) {
    this.#file = openSync(`${databasePath}-wal`, "r+");
    // The directory is also synced, because the log's name must survive a power cut. Windows refuses to sync a
    // directory, and doesn't need to: NTFS keeps a journal of names.
    if (process.platform === "win32") return;
    const directory = openSync(dirname(databasePath), "r");
    fsyncSync(directory);
    closeSync(directory);
  }

  get isBusy(): boolean {
    return this.#syncing !== undefined;
  }

  /** Whether another sync follows the running one at once. */
  get hasNext(): boolean {
    return this.#waiting.length > 0;
  }

  /** Calls `done` once everything committed before this call is on disk, or with an error if that is uncertain. */
  whenSynced(done: Waiting): void {
    this.#waiting.push(done);
    this.#sync();
  }

  /** Syncs immediately and calls all waiting callbacks. */
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
    // The file must stay open while a thread still uses it.
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
