import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../../../functions/runtime/engine.ts";
import { systemClock, systemRandomness } from "../../../functions/runtime/system-ports.ts";
import { LocalKeyWrapper, readKeyFile } from "../../../shared/adapters/local/key-file.ts";
import { restore } from "../backup.ts";
import { openStoreEngine } from "../open-store-engine.ts";
import { StoreContents } from "../sqlite-engine.ts";
import { awsTarget } from "./aws-target.ts";
import { progressFile } from "./import-progress.ts";
import { importStore } from "./import-store.ts";
import { raiseSeqFloors } from "./seq-floors.ts";

export type ImportDestination = { readonly dataDir: string } | { readonly stage: string };

/**
 * Imports an export: into an empty data directory, or into a new bridge on AWS. What ended before its end goes on there when it
 * is called again. Resolves with what to call the place. Throws ArchiveError, and InvalidInputError where the place isn't empty.
 */
export async function importArchive(
  from: string,
  passphrase: string,
  destination: ImportDestination,
  report: (what: string, moved: number) => void,
): Promise<string> {
  if ("dataDir" in destination) {
    // Before the store is in place: a bridge that started without it would number its changes as the old one does.
    await restore(from, destination.dataDir, passphrase, raiseFloorsIn);
    return `${destination.dataDir}: start Feedhook with --data-dir ${destination.dataDir}`;
  }
  const { stage } = destination;
  await importInto(await awsTarget(stage), from, `${from}.import-${stage}`, passphrase, report);
  return `the stage ${stage}: its API answers to the operator's key of that stage`;
}

async function raiseFloorsIn(dataDir: string): Promise<void> {
  const engine = openStoreEngine(dataDir);
  try {
    await raiseSeqFloors(engine.table("subscriptions"), systemClock.now());
  } finally {
    engine.close();
  }
}

/** Unpacks the archive into `work`, which holds the progress as well until everything is moved. */
export async function importInto(
  target: Pick<Engine, "table" | "queue" | "keys" | "clock">,
  from: string,
  work: string,
  passphrase: string,
  report: (what: string, moved: number) => void,
): Promise<void> {
  if (!existsSync(join(work, "feedhook.db"))) {
    mkdirSync(work, { recursive: true, mode: 0o700 });
    await restore(from, work, passphrase);
  }
  const source = new StoreContents(join(work, "feedhook.db"));
  try {
    const sourceKeys = new LocalKeyWrapper(readKeyFile(join(work, "key")), systemRandomness);
    await importStore({ source, sourceKeys, target, progress: progressFile(join(work, "progress.json")), report });
  } finally {
    source.close();
  }
  rmSync(work, { recursive: true, force: true });
}
