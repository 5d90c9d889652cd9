import { beforeEach, expect, test } from "vitest";
import { LocalWakeUps } from "../../../shared/adapters/local/local-wake-ups.ts";
import { SqliteChangeStream } from "../../../shared/adapters/sqlite/sqlite-change-stream.ts";
import { SqliteTable } from "../../../shared/adapters/sqlite/sqlite-table.ts";
import { bucketOf } from "../../../shared/kernel/hash.ts";
import { tables } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { databaseOfTest } from "./database-of-test.ts";

let opened: ReturnType<typeof databaseOfTest>;
beforeEach(() => {
  opened = databaseOfTest(":memory:");
});

test("a batch of large changes ends after a megabyte, and the next one continues behind it", async () => {
  const { database } = opened;
  const stream = new SqliteChangeStream(database, "mirror", new FakeClock(), new LocalWakeUps());
  const table = new SqliteTable(database, tables.mirror, new FakeClock(), { stream });
  for (let n = 0; n < 10; n += 1) await table.put([{ item: { pk: "acme", sk: String(n), body: "x".repeat(300_000) } }]);
  const shard = bucketOf("acme", stream.shards);
  const batches: string[][] = [];
  for (let after = 0; ; ) {
    const records = await stream.read(shard, after, 100);
    const last = records.at(-1);
    if (last === undefined) break;
    after = last.position;
    batches.push(records.map(({ key }) => key.sk));
  }
  expect(batches).toEqual([
    ["0", "1", "2", "3"],
    ["4", "5", "6", "7"],
    ["8", "9"],
  ]);
});
