import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FeedhookError } from "../../../shared/kernel/errors.ts";
import { backUp } from "../backup.ts";
import { lockStore } from "../sqlite-engine.ts";

/** The bridge of this data directory was exported, so another one may tell its changes by now. */
export class ExportedStoreError extends FeedhookError {
  readonly code = "store_exported";
}

const markOf = (dataDir: string) => join(dataDir, "exported");

/**
 * Exports everything of a bridge into one sealed file at `to`, in the form of a backup, and marks the data directory, so that it isn't started
 * again: two bridges would tell the same changes. Throws HostRunningError while the bridge runs, and what `backUp` throws.
 */
export async function exportStore(dataDir: string, to: string, passphrase: string, now: number): Promise<void> {
  const lock = lockStore(dataDir);
  try {
    // Before the export is there: where this process ends in between, nothing can be imported from a bridge that starts again.
    await backUp(dataDir, to, passphrase, () => {
      writeFileSync(markOf(dataDir), `into ${to}, at ${new Date(now).toISOString()}\n`, { mode: 0o600 });
    });
  } finally {
    await lock.release();
  }
}

/** Throws ExportedStoreError, which says how to go on here all the same. */
export function requireNotExported(dataDir: string): void {
  const mark = markOf(dataDir);
  if (!existsSync(mark)) return;
  const when = readFileSync(mark, "utf8").trim();
  throw new ExportedStoreError(
    `the bridge in ${dataDir} was exported ${when}: two bridges would tell the same changes. If nothing runs from the export, delete ${mark}`,
  );
}
