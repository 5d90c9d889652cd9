import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { lockDataDirectory } from "./host-lock.ts";
import { verifyStore } from "./store-copy.ts";
import { asOpeningFault } from "./store-errors.ts";

/**
 * Returns the space of deleted rows to the disk. It needs as much free space as the store takes, and nothing else may
 * use the store meanwhile. Throws HostRunningError and the store's errors. If it throws, the store is unchanged.
 */
export async function compactStore(path: string): Promise<void> {
  verifyStore(path);
  const lock = lockDataDirectory(dirname(path));
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(path);
    connection.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    throw asOpeningFault(path, error);
  } finally {
    connection?.close();
    await lock.release();
  }
}
