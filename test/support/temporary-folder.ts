import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new folder, which is removed when the running test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "feedhook-test-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, maxRetries: 5 });
  });
  return folder;
}
