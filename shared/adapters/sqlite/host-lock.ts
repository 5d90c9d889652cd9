import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type HostLock, HostRunningError } from "../../kernel/ports/host-lock.ts";
import { keepPrivate } from "./private-store-file.ts";
import { asOpeningFault, isHeldByAnother } from "./store-errors.ts";

/**
 * Locks the data directory until `release` or until this process ends. The operating system holds the lock, through a
 * separate SQLite file, so even kill -9 releases it. The file is private, because any user who can read it can lock it.
 * Throws HostRunningError and StoreUnusableError.
 */
export function lockDataDirectory(directory: string): HostLock {
  const path = join(directory, "host.lock");
  const lock = openLock(path);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    if (!isHeldByAnother(cause)) throw asOpeningFault(path, cause);
    throw new HostRunningError(
      `another host runs on ${directory}: stop it first, or give this one its own data directory`,
      { cause },
    );
  }
  return {
    release: () => {
      if (lock.isOpen) lock.close();
      return Promise.resolve();
    },
  };
}

function openLock(path: string): DatabaseSync {
  try {
    keepPrivate(path);
    return new DatabaseSync(path, { timeout: 0 });
  } catch (cause) {
    throw asOpeningFault(path, cause);
  }
}
