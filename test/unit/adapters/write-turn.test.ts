import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { Database } from "../../../shared/adapters/sqlite/database.ts";
import { WriteTurn } from "../../../shared/adapters/sqlite/write-turn.ts";
import { openTestDatabase } from "../../support/sqlite-database.ts";

const source = new URL("../../../shared/adapters/sqlite/write-turn.ts", import.meta.url).href;

/** A thread that runs `program` with the turn and `cells`, which are shared with this thread. */
function threadOf(turn: WriteTurn, cells: Int32Array, program: string): Worker {
  const code = `
    const { workerData: { shared, cells } } = require("node:worker_threads");
    import(${JSON.stringify(source)}).then(({ WriteTurn }) => {
      const turn = new WriteTurn(shared, 60_000);
      ${program}
    });`;
  return new Worker(code, { eval: true, workerData: { shared: turn.shared, cells }, execArgv: [] });
}

const cellsOf = (count: number) => new Int32Array(new SharedArrayBuffer(4 * count));

test("work runs in the turn, and the turn ends even if the work throws", () => {
  const turn = new WriteTurn();
  expect(turn.take(() => "done")).toBe("done");
  expect(() =>
    turn.take(() => {
      throw new Error("bug");
    }),
  ).toThrow("bug");
  expect(turn.take(() => "next")).toBe("next");
});

test("another thread waits for the end of the turn, and runs as soon as it ends", async () => {
  const turn = new WriteTurn();
  const cells = cellsOf(2);
  const thread = threadOf(
    turn,
    cells,
    `Atomics.store(cells, 0, 1); Atomics.notify(cells, 0);
     turn.take(() => { Atomics.store(cells, 1, 1); Atomics.notify(cells, 1); });`,
  );
  turn.take(() => {
    expect(Atomics.wait(cells, 0, 0, 30_000)).not.toBe("timed-out");
    expect(Atomics.wait(cells, 1, 0, 50)).toBe("timed-out");
  });
  expect(Atomics.wait(cells, 1, 0, 30_000)).not.toBe("timed-out");
  await once(thread, "exit");
});

test("no two threads have the turn at the same time", async () => {
  const turn = new WriteTurn();
  const cells = cellsOf(1);
  const program = "for (let n = 0; n < 20_000; n += 1) turn.take(() => { cells[0] += 1; });";
  await Promise.all([1, 2, 3].map(() => once(threadOf(turn, cells, program), "exit")));
  expect(cells[0]).toBe(60_000);
});

test("a turn that its holder never ends is taken after the longest wait", () => {
  const turn = new WriteTurn(undefined, 1);
  Atomics.store(new Int32Array(turn.shared), 0, 1);
  expect(turn.take(() => "taken")).toBe("taken");
  expect(Atomics.load(new Int32Array(turn.shared), 0)).toBe(0);
});

test("writers are held until the last hold ends, and by a thread that never ends its hold only for a time", async () => {
  const one = new WriteTurn();
  const writer = new WriteTurn(one.shared, undefined, 200);
  expect(writer.isHeld(() => undefined)).toBe(false);
  one.hold();
  one.hold();
  const changes: boolean[] = [];
  const changed = () => {
    changes.push(writer.isHeld(changed));
  };
  expect(writer.isHeld(changed)).toBe(true);
  one.release();
  await expect.poll(() => changes).toEqual([true]);
  one.release();
  await expect.poll(() => changes).toEqual([true, false]);
  one.hold();
  expect(writer.isHeld(changed)).toBe(true);
  await expect.poll(() => changes).toEqual([true, false, false]);
  one.release();
  expect(writer.isHeld(changed)).toBe(false);
  one.hold();
  expect(writer.isHeld(changed)).toBe(true);
});

test("a database takes the turn for each transaction, even when one fails and its jobs run again", async () => {
  const opened = openTestDatabase("file");
  const turn = new WriteTurn();
  const take = vi.spyOn(turn, "take");
  const database = new Database(opened.path, undefined, turn);
  const insert = (sk: string) => () =>
    database.run(`INSERT INTO "table_feeds" (pk, sk, item) VALUES ('p', ?, '{}')`, sk);
  await database.write(insert("a"));
  expect(take).toHaveBeenCalledTimes(1);
  await Promise.allSettled([database.write(insert("a")), database.write(insert("b"))]);
  expect(take).toHaveBeenCalledTimes(4);
  database.close();
  opened.close();
});
