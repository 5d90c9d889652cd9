import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { systemClock, systemRandomness } from "../../../functions/runtime/system-ports.ts";
import { LocalKeyWrapper, readKeyFile } from "../../../shared/adapters/local/key-file.ts";
import { EngineUnavailableError, FeedhookError, InvalidInputError, messageOf } from "../../../shared/kernel/errors.ts";
import { type HostLock, HostRunningError } from "../../../shared/kernel/ports/host-lock.ts";
import { restore } from "../backup.ts";
import { openDataDirectory } from "../data-directory.ts";
import { lockStore, openStoreEngine, StoreContents } from "../sqlite-engine.ts";
import { awsTarget } from "./aws-target.ts";
import { type ImportTarget, importStore, progressFile } from "./import-store.ts";
import { raiseSeqFloors } from "./seq-floors.ts";

/** AWS refused a request or failed in the middle of an import. Another try moves the rest. */
export class ImportStoppedError extends FeedhookError {
  readonly code = "import_stopped";
}

export type ImportDestination = { readonly dataDir: string } | { readonly stage: string };

/**
 * Imports an export into an empty data directory, or into a new bridge on AWS. A repeated call continues an interrupted
 * import. Resolves with a description of the destination. Throws `ArchiveError`, {@link ImportStoppedError}, and
 * {@link InvalidInputError} if the destination isn't empty.
 */
export async function importArchive(
  from: string,
  passphrase: string,
  destination: ImportDestination,
  report: (what: string, moved: number) => void,
): Promise<string> {
  if ("dataDir" in destination) {
    // The floors of `seq` are raised before the store is in place. A bridge that started with the old floors could
    // reuse sequence numbers of the old bridge.
    await restore(from, destination.dataDir, passphrase, raiseFloorsIn);
    return `${destination.dataDir}: start Feedhook with --data-dir ${destination.dataDir}`;
  }
  const { stage } = destination;
  const target = await awsTarget(stage);
  try {
    await importInto(target, from, `${from}.import-${stage}`, passphrase, report);
  } catch (error) {
    if (error instanceof FeedhookError && !(error instanceof EngineUnavailableError)) throw error;
    throw new ImportStoppedError(`${messageOf(error)}. Run the same import again to continue`, { cause: error });
  }
  return `the stage ${stage}: its API accepts its own operator key, not the exported bridge's`;
}

async function raiseFloorsIn(dataDir: string): Promise<void> {
  const engine = openStoreEngine(dataDir);
  try {
    await raiseSeqFloors(engine.table("subscriptions"), systemClock.now());
  } finally {
    engine.close();
  }
}

/**
 * Unpacks the archive into `work`, and moves its contents into the target. `work` also contains the progress, and is
 * deleted at the end. Throws {@link InvalidInputError} if the target has instances when the import begins, or if
 * another import of the archive is running, and the errors of {@link restore} and of the target's engine.
 */
export async function importInto(
  target: ImportTarget,
  from: string,
  work: string,
  passphrase: string,
  report: (what: string, moved: number) => void,
): Promise<void> {
  const progress = progressFile(join(work, "progress.json"));
  // The target is checked first, so that the archive's key is written to this disk only for an import that is possible.
  if (progress.load() === undefined) await requireEmpty(target);
  openDataDirectory(work);
  const lock = lockImport(work);
  try {
    // A restore moves the store last, so the other files are complete once it is there.
    if (!existsSync(join(work, "feedhook.db"))) {
      for (const name of ["key", "operator-key"]) rmSync(join(work, name), { force: true });
      await restore(from, work, passphrase);
    }
    const source = new StoreContents(join(work, "feedhook.db"));
    try {
      const sourceKeys = new LocalKeyWrapper(readKeyFile(join(work, "key")), systemRandomness);
      await importStore({ source, sourceKeys, target, progress, report });
    } finally {
      source.close();
    }
    rmSync(work, { recursive: true, force: true });
  } finally {
    await lock.release();
  }
}

/** Two imports at the same time would overwrite each other's progress and skip items. */
function lockImport(work: string): HostLock {
  try {
    return lockStore(work);
  } catch (error) {
    if (!(error instanceof HostRunningError)) throw error;
    const message = "is being imported by another process: wait until it ends, or stop it first";
    throw new InvalidInputError("import", [{ path: "from", message }]);
  }
}

async function requireEmpty(target: ImportTarget): Promise<void> {
  const { items } = await target.table("subscriptions").query({ pk: "registry", prefix: "instance#", limit: 1 });
  if (items.length === 0) return;
  const message = "already reads instances: import into a new bridge";
  throw new InvalidInputError("import", [{ path: "target", message }]);
}
