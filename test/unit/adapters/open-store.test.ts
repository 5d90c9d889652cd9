import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../../shared/adapters/sqlite/database.ts";
import { lockDataDirectory } from "../../../shared/adapters/sqlite/host-lock.ts";
import { applicationId, type Migration, migrations } from "../../../shared/adapters/sqlite/migrations.ts";
import { openStore } from "../../../shared/adapters/sqlite/open-store.ts";
import { schemaOf } from "../../../shared/adapters/sqlite/schema.ts";
import { HostRunningError } from "../../../shared/kernel/ports/host-lock.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = temporaryFolder();
  path = join(directory, "feedhook.db");
});

const latest = migrations.at(-1)!.version;
const pageSize = 4_096;

/** What opening and closing the store reports. */
function opened(steps?: readonly Migration[]) {
  const { connection, ...report } = openStore(path, steps);
  connection.close();
  return report;
}

/** Runs SQL on the file like another program. */
function sql(text: string, file = path): unknown[] {
  const connection = new DatabaseSync(file);
  try {
    if (!/^SELECT|^PRAGMA \w+$/.test(text)) {
      connection.exec(text);
      return [];
    }
    return connection.prepare(text).all();
  } finally {
    connection.close();
  }
}

const versionOf = (file = path) => (sql("PRAGMA user_version", file)[0] as { user_version: number }).user_version;
const idOf = (file = path) => (sql("PRAGMA application_id", file)[0] as { application_id: number }).application_id;

/** A store as 0.1.0 left it: the schema without a version. */
function storeOfFirstRelease(): void {
  sql(`PRAGMA journal_mode = WAL; ${schemaOf()};
    INSERT INTO "table_feeds" (pk, sk, item) VALUES ('p', 's', '{"pk":"p","sk":"s","kept":true}')`);
}

describe("opening a store", () => {
  it("creates a new one with the latest version and no backup", () => {
    expect(opened().migrated).toBeUndefined();
    expect([versionOf(), idOf()]).toEqual([latest, applicationId]);
    expect(readdirSync(directory)).toEqual(["feedhook.db"]);
  });

  it("opens a store of the same version unchanged", () => {
    opened();
    expect(opened().migrated).toBeUndefined();
    expect(readdirSync(directory)).toEqual(["feedhook.db"]);
  });

  it("adds what the topology has gained to a store of the same version", () => {
    opened();
    sql(`DROP TABLE "table_feeds"; DROP INDEX "queue_deliver_ready"`);
    opened();
    const names = "'table_feeds', 'table_feeds_wheel', 'queue_deliver_ready'";
    expect(sql(`SELECT name FROM sqlite_schema WHERE name IN (${names})`)).toHaveLength(3);
  });

  it("writes nothing beside a store in memory", () => {
    const before = readdirSync(".");
    const { connection, madePrivate } = openStore(":memory:");
    expect(readdirSync(".")).toEqual(before);
    expect(madePrivate).toEqual([]);
    connection.close();
  });

  it("migrates a store without a version, with its content, after a backup beside it", () => {
    storeOfFirstRelease();
    const { migrated } = opened();
    const backup = `${path}.before-${latest}`;
    expect(migrated).toEqual({ from: 0, to: latest, backup });
    expect([versionOf(), idOf()]).toEqual([latest, applicationId]);
    const kept = [{ item: '{"pk":"p","sk":"s","kept":true}' }];
    expect(sql(`SELECT item FROM "table_feeds"`)).toEqual(kept);
    expect(sql(`SELECT item FROM "table_feeds"`, backup)).toEqual(kept);
    expect(versionOf(backup)).toBe(0);
    expect(readdirSync(directory).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  it("runs the due steps in order, each once", () => {
    opened();
    const done: number[] = [];
    const step = (version: number): Migration => ({ version, migrate: () => done.push(version) });
    const more = [...migrations, step(latest + 1), step(latest + 2)];
    for (let start = 0; start < 2; start += 1) opened(more);
    expect(done).toEqual([latest + 1, latest + 2]);
    expect(versionOf()).toBe(latest + 2);
  });

  it("leaves a store at the state before a failed step, and continues there at the next start", () => {
    opened();
    let isBroken = true;
    const step = (version: number, name: string): Migration => ({
      version,
      migrate: (connection) => {
        connection.exec(`CREATE TABLE ${name} (n)`);
        if (name === "second" && isBroken) throw new Error("cut short");
      },
    });
    const more = [...migrations, step(latest + 1, "first"), step(latest + 2, "second")];
    expect(() => openStore(path, more)).toThrow("cut short");
    expect(versionOf()).toBe(latest + 1);
    expect(sql("SELECT name FROM sqlite_schema WHERE name IN ('first', 'second')")).toEqual([{ name: "first" }]);
    isBroken = false;
    opened(more);
    expect(versionOf()).toBe(latest + 2);
  });

  it("repeats a backup that an earlier start left incomplete", () => {
    storeOfFirstRelease();
    writeFileSync(`${path}.before-${latest}.partial`, "half");
    opened();
    expect(versionOf(`${path}.before-${latest}`)).toBe(0);
  });

  it("doesn't migrate while a host works on the older store", () => {
    storeOfFirstRelease();
    const lock = lockDataDirectory(directory);
    expect(() => openStore(path)).toThrow(HostRunningError);
    void lock.release();
    expect(versionOf()).toBe(0);
  });
});

describe("an unusable store is refused with a sentence and left unchanged:", () => {
  /** Expects the code and the sentence, and unchanged bytes of the file. */
  const expectRefused = (code: string, sentence: RegExp) => {
    const before = readFileSync(path);
    expect(() => new Database(path)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(sentence) }),
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  };

  it("one of a newer version", () => {
    opened();
    sql("PRAGMA user_version = 99");
    expectRefused("store_too_new", /feedhook\.db was written by a newer version .*99.*: run that version, or restore/);
  });

  it("another program's database, empty or not, with an id or without one", () => {
    sql("PRAGMA application_id = 42");
    expectRefused("store_foreign", /is a database of another program/);
    sql("PRAGMA application_id = 0; CREATE TABLE notes (text)");
    expectRefused("store_foreign", /is a database of another program: give Feedhook its own data directory$/);
    sql("PRAGMA application_id = 42");
    expectRefused("store_foreign", /is a database of another program/);
  });

  it("a file that isn't a database", () => {
    writeFileSync(path, "Dear diary, today nothing happened that a database would have to know of.".repeat(20));
    expectRefused(
      "store_foreign",
      /is not a database: restore it from a backup, or give Feedhook another data directory$/,
    );
  });

  it("a damaged database", () => {
    opened();
    const bytes = readFileSync(path);
    // The schema's own page, with an impossible header.
    bytes.fill(0xff, 100, 2_000);
    writeFileSync(path, bytes);
    expectRefused("store_corrupt", /feedhook\.db is damaged: stop Feedhook and restore feedhook\.db from a backup$/);
  });

  it("a directory in its place", () => {
    mkdirSync(path);
    const refusal = { code: "store_unusable", message: expect.stringContaining("can't be opened for writing") };
    expect(() => new Database(path)).toThrow(expect.objectContaining(refusal));
  });

  /** Fills the store with rows and changes its bytes. */
  const damage = async (change: (bytes: Buffer) => Buffer) => {
    const database = new Database(path);
    for (let n = 0; n < 50; n += 1) {
      const row = [String(n), "x".repeat(3_000)];
      await database.write(() => database.run(`INSERT INTO "table_feeds" (pk, sk, item) VALUES ('p', ?, ?)`, ...row));
    }
    database.close();
    writeFileSync(path, change(readFileSync(path)));
  };

  it("a truncated one", async () => {
    await damage((bytes) => bytes.subarray(0, Math.floor(bytes.length / 2 / pageSize) * pageSize));
    expectRefused("store_corrupt", /is damaged: stop Feedhook and restore/);
  });

  it("one whose pages turn out to be damaged when they are read", async () => {
    await damage((bytes) => {
      for (let page = bytes.length / pageSize - 20; page < bytes.length / pageSize; page += 1) {
        bytes.fill(0xff, page * pageSize, page * pageSize + 100);
      }
      return bytes;
    });
    const database = new Database(path);
    expect(() => database.all(`SELECT * FROM "table_feeds" ORDER BY pk, sk`)).toThrow(
      expect.objectContaining({ code: "store_corrupt" }),
    );
    database.close();
  });
});

describe("the lock of a data directory", () => {
  it("says what holds it, and can be released twice", () => {
    const lock = lockDataDirectory(directory);
    const held = expect.objectContaining({
      ...{ code: "host_running", message: expect.stringContaining(`another host runs on ${directory}: stop it first`) },
      cause: expect.objectContaining({ errcode: 5 }),
    });
    expect(() => lockDataDirectory(directory)).toThrow(held);
    void lock.release();
    void lock.release();
    void lockDataDirectory(directory).release();
  });

  it("isn't taken for a running host if its file can't be read", () => {
    writeFileSync(join(directory, "host.lock"), "no database".repeat(200));
    expect(() => lockDataDirectory(directory)).toThrow(expect.objectContaining({ code: "store_foreign" }));
  });
});
