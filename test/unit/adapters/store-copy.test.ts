import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../../shared/adapters/sqlite/database.ts";
import { lockDataDirectory } from "../../../shared/adapters/sqlite/host-lock.ts";
import { StoreContents } from "../../../shared/adapters/sqlite/store-contents.ts";
import { compactStore, copyStore, verifyStore } from "../../../shared/adapters/sqlite/store-copy.ts";
import { HostRunningError } from "../../../shared/kernel/ports/host-lock.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { isWindows } from "../../support/windows.ts";

let directory: string;
let path: string;
let copy: string;
beforeEach(async () => {
  directory = temporaryFolder();
  path = join(directory, "feedhook.db");
  copy = join(directory, "copy.db");
  const store = new Database(path);
  await store.write(() =>
    store.run(`INSERT INTO "table_feeds" (pk, sk, item) VALUES ('!', '!', '{"pk":"!","sk":"!"}')`),
  );
  await store.write(() => store.run("CREATE TABLE filling AS SELECT zeroblob(200000) AS filler"));
  store.close();
});

const fault = (code: string, message: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });
const item = { pk: "!", sk: "!" };
const sql = (text: string) => {
  const store = new DatabaseSync(path);
  store.exec(text);
  store.close();
};

/** What a store may be instead of one, with the error that each reader throws. */
const unusable: readonly (readonly [string, () => void, unknown])[] = [
  [
    "of another program",
    () => {
      sql("PRAGMA application_id = 7");
    },
    fault("store_foreign", "feedhook.db isn't a Feedhook store"),
  ],
  [
    "damaged",
    () => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0xff, bytes.length - 4_096));
    },
    fault("store_corrupt", "feedhook.db is damaged"),
  ],
  [
    "a directory",
    () => {
      rmSync(path);
      mkdirSync(path);
    },
    fault("store_unusable", "feedhook.db can't be opened for writing"),
  ],
];

describe("a copy of a store", () => {
  it("holds the same items, and only its owner can read it", async () => {
    const umask = process.umask(0);
    await copyStore(path, copy);
    process.umask(umask);
    verifyStore(copy);
    if (!isWindows) expect(statSync(copy).mode & 0o777).toBe(0o600);
    const contents = new StoreContents(copy);
    expect(contents.items("feeds", undefined, 10)).toEqual([item]);
    contents.close();
    expect(existsSync(`${copy}-wal`)).toBe(false);
  });

  it("isn't made of a store that is missing, which isn't created", async () => {
    rmSync(path);
    await expect(copyStore(path, copy)).rejects.toThrow(fault("store_unusable", "feedhook.db can't be opened"));
    expect(existsSync(path)).toBe(false);
  });

  it("isn't made where no file can be written", async () => {
    mkdirSync(copy);
    await expect(copyStore(path, join(copy, "missing", "copy.db"))).rejects.toThrow(
      fault("store_unusable", "can't be"),
    );
  });

  it.each(unusable)("that is %s is refused", (_, spoil, refusal) => {
    spoil();
    expect(() => {
      verifyStore(path);
    }).toThrow(refusal);
  });
});

describe("compacting", () => {
  it("returns the space of what was deleted, and neither holds a lock nor leaves a log", async () => {
    sql("DROP TABLE filling");
    const { size } = statSync(path);
    await compactStore(path);
    expect(statSync(path).size).toBeLessThan(size - 190_000);
    void lockDataDirectory(directory).release();
    expect(readdirSync(directory).sort()).toEqual(["feedhook.db", "host.lock"]);
  });

  it("is refused while a host runs", async () => {
    const lock = lockDataDirectory(directory);
    await expect(compactStore(path)).rejects.toThrow(HostRunningError);
    void lock.release();
  });

  it.each(unusable)("a store that is %s is refused, and isn't changed", async (_, spoil, refusal) => {
    spoil();
    const before = statSync(path);
    await expect(compactStore(path)).rejects.toThrow(refusal);
    expect(readdirSync(directory)).toEqual(["feedhook.db"]);
    expect(statSync(path)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
  });
});
