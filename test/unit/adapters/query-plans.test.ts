import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LocalWakeUps } from "../../../shared/adapters/local/local-wake-ups.ts";
import { SqliteChangeStream } from "../../../shared/adapters/sqlite/sqlite-change-stream.ts";
import { SqliteQueue } from "../../../shared/adapters/sqlite/sqlite-queue.ts";
import { SqliteTable } from "../../../shared/adapters/sqlite/sqlite-table.ts";
import { queues, tables } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { databaseOfTest } from "./database-of-test.ts";

let opened: ReturnType<typeof databaseOfTest>;
beforeEach(() => {
  opened = databaseOfTest(":memory:");
});
afterEach(() => {
  vi.restoreAllMocks();
});

const clock = new FakeClock();

const wholeTable = /^SCAN (table|queue|stream)_\S+$/;

/** The steps by which SQLite would read or sort a whole table, in the statements that `work` runs. */
async function slowSteps(work: () => Promise<unknown>): Promise<readonly string[]> {
  const { database } = opened;
  const ways = [vi.spyOn(database, "first"), vi.spyOn(database, "all"), vi.spyOn(database, "each")];
  const run = vi.spyOn(database, "run");
  await work();
  const statements = new Set([...ways, run].flatMap(({ mock }) => mock.calls.map(([sql]) => sql)));
  expect(statements.size).toBeGreaterThan(2);
  return [...statements].flatMap((sql) => {
    // What is chosen from a list is short, so it may be sorted.
    const slow = sql.includes("json_each") ? wholeTable : new RegExp(`${wholeTable.source}|rowid>|TEMP B-TREE`);
    const plan = database.all(`EXPLAIN QUERY PLAN ${sql}`) as readonly { readonly detail: string }[];
    return plan.flatMap(({ detail }) => (slow.test(detail) ? [`${detail}: ${sql}`] : []));
  });
}

test("no statement of a queue reads through its messages", async () => {
  const queue = new SqliteQueue(opened.database, queues.deliver, clock, new LocalWakeUps());
  const send = (group: string, count: number) => queue.send(Array.from({ length: count }, () => ({ body: "", group })));
  const slow = await slowSteps(async () => {
    await queue.send([{ body: "later", delaySeconds: 1 }]);
    await send("a/1", 60);
    const held = await queue.receive(40);
    await send("a/2", 1);
    await queue.receive(1);
    await send("b/1", 1);
    await queue.receive(1);
    await queue.release(held.slice(1), 1);
    await queue.acknowledge(held.slice(0, 1));
    clock.advance(2_000);
    await queue.receive(10);
    await queue.hasReady(100);
    await queue.nextReadyAt();
    await queue.depth();
    await queue.deadSince();
    await queue.redrive();
  });
  expect(slow).toEqual([]);
});

test.each(Object.values(tables))("no statement of the table $name reads through its items", async (declaration) => {
  const stream = new SqliteChangeStream(opened.database, "mirror", clock, new LocalWakeUps());
  const table = new SqliteTable(opened.database, declaration, clock, declaration.streamed ? { stream } : {});
  const key = { pk: "p", sk: "s" };
  const slow = await slowSteps(async () => {
    await table.put([{ item: key }]);
    await table.update({ key, set: { a: 1 } });
    await table.get(key);
    await table.query({ pk: "p", prefix: "s" });
    await table.query({ pk: "p", from: "a", descending: true, after: "t" });
    for (const { name } of declaration.indexes) {
      await table.queryIndex({ index: name, partition: "p", upTo: 7 });
      await table.queryIndex({ index: name, partition: "p", after: { ...key, indexSort: 7 } });
    }
    await table.scan({ where: { attribute: "a", atLeast: 1 }, limit: 1 });
    await table.countBy("a", "p");
    await table.deleteExpired(1);
    await table.remove(key);
    if (!declaration.streamed) return;
    await stream.read(0, 0, 1);
    await stream.depth();
    await stream.waitingSince();
    await stream.trim(0, 1);
    await stream.redrive();
  });
  expect(slow).toEqual([]);
});
