import { dirname } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { makePrivateFile } from "../local/private-file.ts";
import { lockDataDirectory } from "./host-lock.ts";
import { applicationId } from "./migrations.ts";
import { asOpeningFault, CorruptStoreError, ForeignStoreError } from "./store-errors.ts";

const checked = z.object({ integrity_check: z.string() });
const identity = z.object({ application_id: z.number() });

/**
 * Copies a store, even while a host works on it. The copy shows the store at a single moment near the end of the
 * copying.
 */
export async function copyStore(from: string, to: string): Promise<void> {
  try {
    makePrivateFile(to);
    using connection = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
    await backup(connection, to);
  } catch (error) {
    throw asOpeningFault(from, error);
  }
}

/** Reads every page of a copied store. Throws ForeignStoreError and CorruptStoreError. */
export function verifyStore(path: string): void {
  try {
    using connection = new DatabaseSync(path);
    const { application_id: id } = identity.parse(connection.prepare("PRAGMA application_id").get());
    if (id !== applicationId) throw new ForeignStoreError(`${path} isn't a Feedhook store`);
    const { integrity_check: result } = checked.parse(connection.prepare("PRAGMA integrity_check").get());
    if (result !== "ok") throw new CorruptStoreError(`${path} is damaged`);
  } catch (error) {
    throw asOpeningFault(path, error);
  }
}

/**
 * Returns the space of deleted rows to the disk. It needs as much free space as the store takes, and nothing else may
 * use the store at the same time. Throws HostRunningError and the store's errors. If it throws, the store is unchanged.
 */
export async function compactStore(path: string): Promise<void> {
  verifyStore(path);
  const lock = lockDataDirectory(dirname(path));
  try {
    using connection = new DatabaseSync(path);
    connection.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    throw asOpeningFault(path, error);
  } finally {
    await lock.release();
  }
}
