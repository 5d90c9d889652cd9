import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FeedhookError } from "../../shared/kernel/errors.ts";

/** A second host on one data directory would hand out the first one's messages in flight again. */
export class HostRunningError extends FeedhookError {
  readonly code = "host_running";
}

/**
 * Holds the data directory until `release`, or until this process is gone however it went: the lock is the operating
 * system's, held through a SQLite file, so that none is left behind by kill -9. Throws HostRunningError.
 */
export function lockDataDirectory(directory: string): { release(): void } {
  const lock = new DatabaseSync(join(directory, "host.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    throw new HostRunningError(`another host runs on ${directory}: stop it first, or give this one its own data dir`, {
      cause,
    });
  }
  return {
    release: () => {
      lock.close();
    },
  };
}
