import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { lockDataDirectory } from "./host-lock.ts";
import { verifyStore } from "./store-copy.ts";
import { asOpeningFault } from "./store-errors.ts";

/**
 * Gives the disk back what deleted rows left free in a store. It needs as much free room as the store takes, and nobody may
 * work on it meanwhile. Throws HostRunningError, and what the store throws; then the store is as it was.
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
