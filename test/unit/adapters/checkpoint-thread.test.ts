import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CheckpointThread } from "../../../shared/adapters/sqlite/checkpoint-thread.ts";
import { Database } from "../../../shared/adapters/sqlite/database.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "feedhook-checkpoints-"));
  path = join(directory, "feedhook.db");
});
afterEach(() => {
  rmSync(directory, { recursive: true, maxRetries: 5 });
});

describe("the log of a store", () => {
  let database: Database;
  let rows = 0;
  /** Each row fills a page, and changes others now and then. */
  const put = async (count: number) =>
    database.commit(() => {
      for (let n = 0; n < count; n += 1) database.run("INSERT INTO filling VALUES (?, zeroblob(3000))", (rows += 1));
    });
  beforeEach(async () => {
    rows = 0;
    database = new Database(path);
    await database.write(() => database.run("CREATE TABLE filling (id INTEGER PRIMARY KEY, filler BLOB NOT NULL)"));
  });
  afterEach(() => {
    database.close();
  });

  it("is copied into the database file without a commit that does it", async () => {
    const before = statSync(path).size;
    await put(2_000);
    expect(statSync(path).size).toBe(before);
    await expect.poll(() => statSync(path).size, { timeout: 20_000 }).toBeGreaterThan(before + 2_000 * 3_000);
  });

  it("is started again while writers never pause", async () => {
    let longest = 0;
    for (let n = 0; n < 250; n += 1) {
      await put(100);
      longest = Math.max(longest, statSync(`${path}-wal`).size);
    }
    // More than 25,000 pages were written, 103 MB. The log has those of at most 12,000 statements at once.
    expect(longest).toBeLessThan(64_000_000);
    expect(database.first("SELECT count(*) AS n FROM filling")).toEqual({ n: 25_000 });
  }, 60_000);

  it("loses nothing if the store closes during a copy", async () => {
    await put(3_000);
    database.close();
    const again = new DatabaseSync(path);
    expect(again.prepare("SELECT count(*) AS n FROM filling").get()).toEqual({ n: 3_000 });
    expect(again.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    again.close();
    database = new Database(path);
  });
});

describe("the thread", () => {
  it("doesn't create a store that was removed", async () => {
    const released = vi.fn();
    const thread = new CheckpointThread(path, released);
    thread.wrote(2_000);
    thread.wrote(6_000);
    expect(thread.holdsWriters).toBe(true);
    await expect.poll(() => thread.holdsWriters, { timeout: 20_000 }).toBe(false);
    expect(released).toHaveBeenCalledOnce();
    expect(existsSync(path)).toBe(false);
    thread.close();
  });

  it("releases writers that wait when it is closed", async () => {
    const released = vi.fn();
    const thread = new CheckpointThread(path, released);
    thread.wrote(2_000);
    thread.wrote(6_000);
    thread.close();
    expect([thread.holdsWriters, released.mock.calls.length]).toEqual([false, 1]);
    await turn();
  });
});
