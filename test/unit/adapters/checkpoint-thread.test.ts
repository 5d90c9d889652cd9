import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CheckpointThread } from "../../../shared/adapters/sqlite/checkpoint-thread.ts";
import { Database } from "../../../shared/adapters/sqlite/database.ts";
import { WriteTurn } from "../../../shared/adapters/sqlite/write-turn.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

let path: string;
beforeEach(() => {
  path = join(temporaryFolder(), "feedhook.db");
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("the log of a store", () => {
  let database: Database;
  let rows = 0;
  const count = () => (database.first("SELECT count(*) AS n FROM filling") as { n: number }).n;
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
    expect(count()).toBe(25_000);
  }, 60_000);

  it("isn't written while writers have to wait, and is written by all of them afterwards", async () => {
    const holds = vi.spyOn(CheckpointThread.prototype, "holdsWriters", "get").mockReturnValue(true);
    const early = put(1);
    for (let n = 0; n < 9; n += 1) await turn();
    expect(count()).toBe(0);
    holds.mockReturnValue(false);
    const joined = put(1);
    holds.mockReturnValue(true);
    for (let n = 0; n < 9; n += 1) await turn();
    expect(count()).toBe(0);
    holds.mockReturnValue(false);
    await Promise.all([put(1), early, joined]);
    expect(count()).toBe(3);
  });

  it("is written again by the writers that waited for a copy", async () => {
    const nothing = "DELETE FROM filling WHERE id < 0";
    for (const statements of [2_000, 6_000]) {
      await database.commit(() => Array.from({ length: statements }, () => database.run(nothing)));
    }
    await put(1);
    expect(count()).toBe(1);
  });

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
  /** A thread, how often it released writers, and writers that made it hold them. */
  const begun = (turn = new WriteTurn()) => {
    const released = vi.fn();
    const thread = new CheckpointThread(path, turn, released);
    const hold = () => {
      thread.wrote(2_000);
      thread.wrote(6_000);
    };
    return { thread, released, hold };
  };

  it("doesn't create a store that was removed", async () => {
    const { thread, released, hold } = begun();
    hold();
    expect(thread.holdsWriters).toBe(true);
    await expect.poll(() => thread.holdsWriters, { timeout: 20_000 }).toBe(false);
    expect(released).toHaveBeenCalledOnce();
    expect(existsSync(path)).toBe(false);
    thread.close();
  });

  it("copies only after 2,000 statements, and holds writers only after 6,000 more", () => {
    const { thread } = begun();
    const holds = [1_999, 1, 5_999, 1].map((statements) => {
      thread.wrote(statements);
      return thread.holdsWriters;
    });
    expect(holds).toEqual([false, false, false, true]);
    thread.close();
  });

  it.each([
    ["copies a long log once more while writers wait", 4_100, 1],
    ["leaves writers alone if it could copy the log quickly", 100, 0],
  ])("%s", async (_, pages, releases) => {
    const store = new DatabaseSync(path);
    store.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE filling (filler BLOB)");
    store.exec(`INSERT INTO filling SELECT zeroblob(3000) FROM json_each('[${Array(pages).fill(0).join()}]')`);
    const { size } = statSync(path);
    const { thread, released } = begun();
    const answers = vi.spyOn(Worker.prototype, "emit");
    thread.wrote(2_000);
    await expect
      .poll(() => answers.mock.calls.filter(([event]) => event === "message").length, { timeout: 20_000 })
      .toBe(1 + releases);
    expect(statSync(path).size).toBeGreaterThan(size + pages * 3_000);
    expect([thread.holdsWriters, released.mock.calls.length]).toEqual([false, releases]);
    thread.close();
    store.close();
  });

  it("releases writers that wait if it fails, and is replaced", () => {
    const workers: Worker[] = [];
    vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker) {
      workers.push(this);
    });
    const { thread, released, hold } = begun();
    hold();
    workers[0]!.emit("error", new Error("out of memory"));
    expect([thread.holdsWriters, released.mock.calls.length]).toEqual([false, 1]);
    thread.wrote(2_000);
    expect(new Set(workers).size).toBe(2);
    for (const worker of workers) void worker.terminate();
    thread.close();
  });

  it("also holds the writers of other threads, until it ends", async () => {
    const turns = [new WriteTurn()];
    turns.push(new WriteTurn(turns[0]!.shared));
    const { thread, hold } = begun(turns[0]);
    const other = new Database(path, undefined, turns[1]);
    hold();
    let isDone = false;
    const write = other.write(() => other.run("CREATE TABLE filling (id INTEGER)")).then(() => (isDone = true));
    for (let n = 0; n < 20; n += 1) await turn();
    expect(isDone).toBe(false);
    thread.close();
    await write;
    other.close();
  });

  it("releases writers that wait when it is closed", async () => {
    const { thread, released, hold } = begun();
    hold();
    thread.close();
    expect([thread.holdsWriters, released.mock.calls.length]).toEqual([false, 1]);
    await turn();
  });
});
