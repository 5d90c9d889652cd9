import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type HostLock, HostRunningError } from "../../kernel/ports/host-lock.ts";

/**
 * Locks the data directory until `release`, or until this process ends in whatever way: the operating system holds the
 * lock, through a SQLite file of its own, so that kill -9 leaves none behind. Throws HostRunningError.
 */
export function lockDataDirectory(directory: string): HostLock {
  const lock = new DatabaseSync(join(directory, "host.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    throw new HostRunningError(
      `another host runs on ${directory}: stop it first, or give this one a data directory of its own`,
      { cause },
    );
  }
  return {
    release: () => {
      lock.close();
      return Promise.resolve();
    },
  };
}
