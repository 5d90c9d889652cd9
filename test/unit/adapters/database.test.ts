import { describe, expect, it, onTestFinished } from "vitest";
import { Database } from "../../../shared/adapters/sqlite/database.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { databaseOfTest } from "./database-of-test.ts";

const insert = (database: Database, sk: string) => () =>
  database.run(`INSERT INTO "table_feeds" (pk, sk, item) VALUES ('p', ?, '{}')`, sk);
const stored = (database: Database) =>
  database.all(`SELECT sk FROM "table_feeds" ORDER BY sk`).map((row) => (row as { sk: string }).sk);

describe("Database", () => {
  it("commits the jobs of one event-loop turn together", async () => {
    const { database, path } = databaseOfTest("file");
    const other = new Database(path);
    onTestFinished(() => {
      other.close();
    });
    const seen: string[][] = [];
    await Promise.all(
      ["a", "b", "c"].map(async (sk) => {
        await database.write(insert(database, sk));
        seen.push(stored(other));
      }),
    );
    expect(seen).toEqual([
      ["a", "b", "c"],
      ["a", "b", "c"],
      ["a", "b", "c"],
    ]);
  });

  it("fails only the job that throws, and keeps none of its writes", async () => {
    const { database } = databaseOfTest(":memory:");
    const results = await Promise.allSettled([
      database.write(insert(database, "a")),
      database.write(() => {
        insert(database, "half done")();
        throw new Error("bug");
      }),
      database.write(insert(database, "a")),
      database.write(insert(database, "b")),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(results[1]).toMatchObject({ reason: { message: "bug" } });
    expect(stored(database)).toEqual(["a", "b"]);
  });

  it("runs a job that throws alone only once", async () => {
    const { database } = databaseOfTest(":memory:");
    let runs = 0;
    const write = database.write(() => {
      runs += 1;
      throw new Error("bug");
    });
    await expect(write).rejects.toThrow("bug");
    expect(runs).toBe(1);
  });

  it("reports the error of a transaction that SQLite has already rolled back", async () => {
    const { database } = databaseOfTest(":memory:");
    const write = database.write(() => {
      database.run("ROLLBACK");
      throw new Error("bug");
    });
    await expect(write).rejects.toThrow("bug");
    await database.write(insert(database, "next"));
    expect(stored(database)).toEqual(["next"]);
  });

  it("refuses work after it was closed", async () => {
    const { database, path } = databaseOfTest("file");
    const closed = new Database(path);
    closed.close();
    await expect(closed.write(insert(closed, "late"))).rejects.toThrow("not open");
    expect(stored(database)).toEqual([]);
  });

  it("reports a storage fault as an EngineUnavailableError", async () => {
    const { database } = databaseOfTest(":memory:");
    const busy = Object.assign(new Error("database is locked"), { code: "ERR_SQLITE_ERROR", errcode: 5 });
    const write = database.write(() => {
      throw busy;
    });
    await expect(write).rejects.toBeInstanceOf(EngineUnavailableError);
    await expect(write).rejects.toMatchObject({ cause: busy });
  });

  it("commits pending jobs before it closes, and reopens with all of them", async () => {
    const { path } = databaseOfTest("file");
    const first = new Database(path);
    const writing = first.write(insert(first, "last"));
    first.close();
    await writing;
    const again = new Database(path);
    expect(stored(again)).toEqual(["last"]);
    again.close();
  });
});
