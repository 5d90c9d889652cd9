import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { deleteExpired, startHost } from "../../../infra/node/host.ts";
import { Database } from "../../../shared/adapters/sqlite/database.ts";
import { SqliteTable } from "../../../shared/adapters/sqlite/sqlite-table.ts";
import { tables } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { engineOfTest, eventually, idleHandlers, type TestEngine } from "../../support/node-engine.ts";

const clock = new FakeClock();
let opened: TestEngine;
beforeEach(() => {
  opened = engineOfTest(clock);
});

const expiring = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ item: { pk: "acme", sk: `e${n}`, expiresAt: clock.now() / 1_000 } }));

test("other work runs after every few rows", async () => {
  await opened.engine.table("events").put(expiring(300));
  clock.advance(1_000);
  const other = openRows();
  const left = [300];
  const deleting = deleteExpired(opened.engine);
  while (left.at(-1) !== 0) {
    await setImmediate();
    left.push(other.count());
  }
  await deleting;
  other.close();
  expect(Math.max(...left.slice(1).map((count, at) => (left[at] ?? 0) - count))).toBeLessThanOrEqual(50);
});

test("no row is read unless its removal is streamed", async () => {
  const database = new Database(":memory:");
  const table = new SqliteTable(database, tables.events, clock);
  await table.put(expiring(10));
  clock.advance(1_000);
  const read = vi.spyOn(database, "first");
  expect(await table.deleteExpired(50)).toBe(10);
  expect(read).not.toHaveBeenCalled();
  database.close();
});

test("a run that takes longer than its period isn't joined by the next one", async () => {
  let runs = 0;
  let underWay = 0;
  let most = 0;
  const slow = async () => {
    runs += 1;
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 50));
    underWay -= 1;
    return 0;
  };
  const { engine } = opened;
  const table: typeof engine.table = (name) =>
    name === "feeds" ? Object.assign(Object.create(engine.table(name)), { deleteExpired: slow }) : engine.table(name);
  const host = await startHost({ engine: { ...engine, table }, handlers: idleHandlers(), deleteExpiredEvery: 10 });
  await eventually(() => runs >= 3);
  await host.stop();
  expect(most).toBe(1);
});

/** Counts rows through a connection of its own, within the turn. */
function openRows() {
  const database = new Database(`${opened.dataDir}/feedhook.db`);
  const sql = `SELECT pk FROM "table_events"`;
  const close = () => {
    database.close();
  };
  return { count: () => database.all(sql).length, close };
}
