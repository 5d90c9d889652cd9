import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isForeign } from "../../shared/adapters/local/private-file.ts";
import { HostRunningError } from "../../shared/kernel/ports/host-lock.ts";
import { lockStore } from "./sqlite-engine.ts";

/**
 * Runs `work` in a new directory below `parent` and then removes the directory. A process that was killed leaves its
 * directory behind, with an unsealed copy of a store, so each call first removes such directories of this user. In a
 * directory that others can write, one of theirs could otherwise stop every backup. Directories in use have a lock,
 * which ends with its process.
 */
export async function inWorkDirectory(
  parent: string,
  prefix: string,
  work: (directory: string) => Promise<void>,
): Promise<void> {
  const names = readdirSync(parent).filter((one) => one.startsWith(prefix));
  for (const path of names.map((name) => join(parent, name))) if (isOwnDirectory(path)) await removeUnused(path);
  const directory = mkdtempSync(join(parent, prefix));
  await thenRemoved(directory, work);
}

function isOwnDirectory(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && !isForeign(found, path);
}

async function removeUnused(directory: string): Promise<void> {
  try {
    await thenRemoved(directory, () => Promise.resolve());
  } catch (error) {
    if (!(error instanceof HostRunningError)) throw error;
  }
}

async function thenRemoved(directory: string, work: (directory: string) => Promise<void>): Promise<void> {
  const lock = lockStore(directory);
  try {
    await work(directory);
  } finally {
    try {
      // A process that is just ending may create a file while the directory is listed.
      rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    } finally {
      await lock.release();
    }
  }
}
