import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../shared/adapters/sqlite/database.ts";

/** A database in a new directory or in memory. `close` removes both. */
export function openTestDatabase(where: "file" | ":memory:"): {
  readonly database: Database;
  readonly path: string;
  /** How often a write found the disk full. */
  readonly timesFull: () => number;
  readonly close: () => void;
} {
  let timesFull = 0;
  const directory = where === "file" ? mkdtempSync(join(tmpdir(), "feedhook-test-")) : undefined;
  const path = directory === undefined ? ":memory:" : join(directory, "feedhook.db");
  const database = new Database(path, () => {
    timesFull += 1;
  });
  return {
    database,
    path,
    timesFull: () => timesFull,
    close: () => {
      database.close();
      if (directory !== undefined) rmSync(directory, { recursive: true });
    },
  };
}
