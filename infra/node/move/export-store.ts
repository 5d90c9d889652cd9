import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorWith } from "../../../shared/kernel/errors.ts";
import { isoTime } from "../../../shared/kernel/instant.ts";
import { backUp } from "../backup.ts";
import { lockStore } from "../sqlite-engine.ts";

/** The bridge of this data directory was exported, so another bridge may already publish its changes. */
export class ExportedStoreError extends errorWith("store_exported") {}

const markOf = (dataDir: string) => join(dataDir, "exported");

/**
 * Exports a whole bridge into one sealed file at `to`, in the format of a backup. Marks the data directory so that the
 * bridge doesn't start again, because two bridges would publish the same changes. Throws `HostRunningError` while
 * the bridge runs, and the errors of {@link backUp}.
 */
export async function exportStore(dataDir: string, to: string, passphrase: string, now: number): Promise<void> {
  const lock = lockStore(dataDir);
  try {
    // The mark is written first, so that there is never an export of a bridge that could still start.
    await backUp(dataDir, to, passphrase, () => {
      writeFileSync(markOf(dataDir), `into ${to}, at ${isoTime(now)}\n`, { mode: 0o600 });
    });
  } finally {
    await lock.release();
  }
}

/** Throws {@link ExportedStoreError}, whose message says how to start the bridge anyway. */
export function requireNotExported(dataDir: string): void {
  const mark = markOf(dataDir);
  if (!existsSync(mark)) return;
  const when = readFileSync(mark, "utf8").trim();
  throw new ExportedStoreError(
    `the bridge in ${dataDir} was exported ${when}: two bridges would publish the same changes. If no bridge runs from the export, delete ${mark}`,
  );
}
