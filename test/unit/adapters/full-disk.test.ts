import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { StoragePause } from "../../../infra/node/storage-pause.ts";
import { Database } from "../../../shared/adapters/sqlite/database.ts";
import { StoreFullError } from "../../../shared/kernel/errors.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { databaseOfTest } from "./database-of-test.ts";

test("a full store says so, pauses its host once, and continues undamaged when there is room", async () => {
  const path = join(temporaryFolder(), "feedhook.db");
  const listeners = new Set<() => void>();
  const database = new Database(path, () => {
    for (const listener of listeners) listener();
  });
  const logger = new SilentLogger();
  const resumed = vi.fn();
  const storage = {
    onFull: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tryRoom: () => database.tryRoom(),
  };
  const pause = new StoragePause({ storage, logger, clock: new FakeClock(1_000) }, resumed, 5);
  try {
    await database.write(() => database.run("CREATE TABLE filling (id INTEGER PRIMARY KEY, filler BLOB NOT NULL)"));
    const pages = (database.first("PRAGMA page_count") as { page_count: number }).page_count;
    database.first(`PRAGMA max_page_count = ${pages + 20}`);
    const put = (id: number, bytes: number) =>
      database.write(() => database.run("INSERT INTO filling (id, filler) VALUES (?, zeroblob(?))", id, bytes));
    await put(7, 1_000);
    await expect(put(8, 1_000_000)).rejects.toThrow(StoreFullError);
    await expect(put(9, 1_000_000)).rejects.toThrow("the disk of the store is full: free some space");
    expect(pause.since).toBe(1_000);
    expect(logger.lines.map(({ event }) => event)).toEqual(["store.full"]);
    // A write that fits doesn't prove that there is room: a megabyte must fit.
    await database.write(() => database.run("DELETE FROM filling WHERE id = 99"));
    expect(resumed).not.toHaveBeenCalled();

    database.first("PRAGMA max_page_count = 1000000");
    await expect.poll(() => resumed).toHaveBeenCalledOnce();
    expect(pause.since).toBeUndefined();
    expect(logger.lines.map(({ event }) => event)).toEqual(["store.full", "store.has_room"]);
    await put(8, 1_000_000);
  } finally {
    pause.stop();
    database.close();
  }
  const store = new DatabaseSync(path);
  expect(store.prepare("SELECT name FROM sqlite_schema WHERE name = 'room_probe'").all()).toEqual([]);
  expect(store.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  store.close();
});

test("room is tried with a megabyte that is removed again, also after an attempt that was cut short", async () => {
  const { database, timesFull } = databaseOfTest(":memory:");
  const isThere = () => database.all("SELECT name FROM sqlite_schema WHERE name = 'room_probe'").length === 1;
  await database.write(() => database.run("CREATE TABLE room_probe (filler BLOB NOT NULL)"));
  await database.tryRoom();
  expect([isThere(), timesFull()]).toEqual([false, 0]);
  const pages = (database.first("PRAGMA page_count") as { page_count: number }).page_count;
  // The first attempt left a megabyte of free pages.
  await database.write(() => database.run("CREATE TABLE filling AS SELECT zeroblob(1000000) AS filler"));
  database.first(`PRAGMA max_page_count = ${pages}`);
  await expect(database.tryRoom()).rejects.toThrow(StoreFullError);
  expect([isThere(), timesFull()]).toEqual([false, 1]);
  await expect(database.write(() => database.run("INSERT INTO missing VALUES (1)"))).rejects.toThrow("no such table");
  expect(timesFull()).toBe(1);
});
