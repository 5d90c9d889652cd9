import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HostRunningError } from "../../shared/kernel/ports/host-lock.ts";
import { lockStore } from "./sqlite-engine.ts";

/**
 * Does `work` in a new directory below `parent`, which is removed at its end. A process that was killed left its
 * directory behind, with a copy of a store that isn't sealed, so each call removes those first. A lock that ends with
 * its process distinguishes them from those in use.
 */
export async function inWorkDirectory(
  parent: string,
  prefix: string,
  work: (directory: string) => Promise<void>,
): Promise<void> {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(prefix)))
    await removeUnused(join(parent, name));
  const directory = mkdtempSync(join(parent, prefix));
  await thenRemoved(directory, work);
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
      // A file of a process that is just ending may appear while the directory is listed.
      rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    } finally {
      await lock.release();
    }
  }
}
