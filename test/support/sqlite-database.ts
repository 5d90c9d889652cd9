import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../shared/adapters/sqlite/database.ts";

/** A database in a directory of its own, or in memory; `close` takes both away. */
export function openTestDatabase(where: "file" | ":memory:"): { database: Database; path: string; close: () => void } {
  const directory = where === "file" ? mkdtempSync(join(tmpdir(), "feedhook-test-")) : undefined;
  const path = directory === undefined ? ":memory:" : join(directory, "feedhook.db");
  const database = new Database(path);
  return {
    database,
    path,
    close: () => {
      database.close();
      if (directory !== undefined) rmSync(directory, { recursive: true });
    },
  };
}
