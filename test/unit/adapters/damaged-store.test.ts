import { openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Database } from "../../../shared/adapters/sqlite/database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("each way to read a damaged page says that the store is damaged", async () => {
  const path = join(temporaryFolder(), "feedhook.db");
  const store = new Database(path);
  await store.write(() => {
    store.run("CREATE TABLE filled (n INTEGER PRIMARY KEY, filler BLOB)");
    for (let n = 0; n < 200; n += 1) store.run("INSERT INTO filled VALUES (?, zeroblob(2000))", n);
  });
  store.close();
  const { size } = statSync(path);
  writeSync(openSync(path, "r+"), Buffer.alloc(size / 2, 0xff), 0, size / 2, size / 2);
  const damaged = new Database(path);
  onTestFinished(() => {
    damaged.close();
  });
  const all = "SELECT n, filler FROM filled";
  const fault = expect.objectContaining({ code: "store_corrupt" });
  expect(() => damaged.all(all)).toThrow(fault);
  expect(() => [...damaged.each(all)]).toThrow(fault);
});
