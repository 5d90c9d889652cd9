import { beforeEach, describe, expect, it, test } from "vitest";
import type { Table } from "../../../shared/kernel/ports/table.ts";
import { queryAll } from "../../../shared/kernel/query-all.ts";
import { takeOfDay } from "../../../shared/partners/day-allowance.ts";
import { QuotaCounter } from "../../../shared/partners/quota-counter.ts";
import { RequestCounts } from "../../../shared/partners/request-counts.ts";
import { Interleaver } from "../../simulation/interleaver.ts";
import { around, before } from "../../support/around.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { meanwhile } from "../../support/meanwhile.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { testContext } from "../../support/test-context.ts";

const pk = "partner#prt_1";
const key = { pk, sk: "quota#things" };
const minute = 60_000;

/** A worker that makes and removes rows `thing#<id>` within a quota. */
function workerOn(table: Table, clock: FakeClock, most: number) {
  const counter = new QuotaCounter({ ...testContext({ clock }), table });
  const ids = async function* () {
    for await (const { sk } of queryAll(table, { pk, prefix: "thing#" })) yield sk.slice(6);
  };
  return {
    make: (id: string) =>
      counter.within({ key, most, ids }, id, async () => {
        await table.put([{ item: { pk, sk: `thing#${id}` }, when: [{ attribute: "pk", is: "absent" }] }]);
        return "made" as const;
      }),
    remove: (id: string) =>
      counter.givingBack(key, async () => {
        const outcome = await table.remove({ pk, sk: `thing#${id}` }, [{ attribute: "pk", is: "present" }]);
        return outcome === "written";
      }),
  };
}

/** `RUNS=1000 npx vitest run test/unit/partners/quota-counter.test.ts` tests more. */
const seeds = Number(process.env["RUNS"] ?? 100);

const rowsIn = (table: MemoryTable) => table.items.filter(({ sk }) => sk.startsWith("thing#"));

describe("a quota's count", () => {
  let clock: FakeClock;
  let table: MemoryTable;
  let counter: QuotaCounter;
  beforeEach(() => {
    clock = new FakeClock(1_800_000_000_000);
    table = new MemoryTable("subscriptions");
    counter = new QuotaCounter({ ...testContext({ clock }), table });
  });
  const none = async function* () {};

  it("is never exceeded and ends at the number of rows, whatever the order of calls and deaths", async () => {
    let [refused, dead] = [0, 0];
    for (let seed = 1; seed <= seeds; seed += 1) {
      const randomness = new SeededRandomness(seed);
      const clock = new FakeClock(1_800_000_000_000);
      const table = new MemoryTable("subscriptions", { pageSize: 2 });
      const most = 1 + Math.floor(randomness.fraction() * 4);
      // As a process that died left it: too high, and old enough to be recounted while the others work.
      const before = workerOn(table, clock, most);
      for (let number = 0; number < most; number += 1) await before.make(`t${number}`);
      if (seed % 3 > 0) await table.remove({ pk, sk: "thing#t0" });
      clock.advance(minute - 1);
      const interleaver = new Interleaver(randomness);
      for (let number = 0; number < 12; number += 1) {
        const worker = workerOn(interleaver.paused(interleaver.newWorker(), table), clock, most);
        const own = `w${number}`;
        void (async () => {
          if ((await worker.make(own)) !== "made") refused += 1;
          const victim = `t${Math.floor(randomness.fraction() * 4)}`;
          await Promise.all([worker.remove(victim), worker.remove(victim)]);
          await worker.make(`${own}-again`);
        })().catch(() => undefined);
      }
      const crashes = seed % 2 === 0 ? 0.03 : 0;
      dead += crashes;
      while (await interleaver.step(crashes)) {
        clock.advance(Math.floor(randomness.fraction() * 60));
        expect(rowsIn(table).length, `seed ${seed}`).toBeLessThanOrEqual(most);
      }
      clock.advance(2 * minute);
      const after = workerOn(table, clock, most);
      const free = most - rowsIn(table).length;
      const outcomes = [];
      for (let number = 0; number <= free; number += 1) outcomes.push(await after.make(`late${number}`));
      expect(outcomes, `seed ${seed}`).toEqual([...Array.from({ length: free }, () => "made"), "quotaExceeded"]);
    }
    expect(refused).toBeGreaterThan(100);
    expect(dead).toBeGreaterThan(0);
  });

  it("costs one write before and one after, however many rows there are", async () => {
    const { make } = workerOn(table, clock, 5_000);
    for (let number = 0; number < 1_000; number += 1) await make(`t${number}`);
    const calls: string[] = [];
    for (const name of ["get", "getAll", "query", "put", "update", "remove"] as const)
      before(table, name, () => calls.push(name));
    expect(await make("one more")).toBe("made");
    expect(calls).toEqual(["update", "put", "update"]);
  });

  it("is recounted within an hour, if code without counts created rows", async () => {
    const { make } = workerOn(table, clock, 3);
    expect(await make("first")).toBe("made");
    await table.put([{ item: { pk, sk: "thing#stray1" } }, { item: { pk, sk: "thing#stray2" } }]);
    clock.advance(60 * minute);
    expect(await make("second")).toBe("quotaExceeded");
  });

  it("includes the rows that existed before it", async () => {
    await table.put([{ item: { pk, sk: "thing#stray" } }]);
    expect(await workerOn(table, clock, 1).make("first")).toBe("quotaExceeded");
  });

  it("loses the mark of a row whose maker died, or that a clock ahead of the others set", async () => {
    const { make } = workerOn(table, clock, 1);
    const quota = { key, most: 1, ids: none };
    await expect(counter.within(quota, "t1", () => Promise.reject(new Error("died")))).rejects.toThrow("died");
    clock.advance(minute - 1);
    expect(await make("t2")).toBe("quotaExceeded");
    await table.update({ key, set: { "making#t9": clock.now() + 2 * minute } });
    clock.advance(1);
    expect(await make("t2")).toBe("made");
    expect(await table.get(key)).toEqual({ ...key, total: 1, takes: 2, recounts: 1, countedAt: clock.now() });
  });

  it("stays as it is where the rows are counted while one is removed", async () => {
    const { make, remove } = workerOn(table, clock, 2);
    for (const id of ["t1", "t2"]) await make(id);
    clock.advance(minute);
    const worker = workerOn(
      meanwhile(table, "remove", async () => {
        await remove("t2");
        await make("t3");
        await make("t4");
      }),
      clock,
      2,
    );
    await worker.remove("t1");
    expect(rowsIn(table).length).toBeLessThanOrEqual(2);
    expect(Number((await table.get(key))?.["total"])).toBeGreaterThanOrEqual(rowsIn(table).length);
  });

  it("isn't restarted by a worker that found none before another one created a row", async () => {
    const slow = workerOn(
      meanwhile(table, "put", () => workerOn(table, clock, 1).make("first")),
      clock,
      1,
    );
    expect(await slow.make("second")).toBe("quotaExceeded");
  });

  it("includes each row during creation, and forgets its mark afterwards", async () => {
    const inside: unknown[] = [];
    const quota = { key, most: 2, ids: none };
    const others = async () => {
      inside.push(await counter.within(quota, "t2", async () => "made"));
      // Old enough to be counted again.
      clock.advance(minute - 1);
      inside.push(await counter.within(quota, "t3", async () => "made"));
      inside.push((await table.get(key))?.["total"]);
    };
    await counter.within(quota, "t0", async () => "made");
    clock.advance(1);
    await counter.within(quota, "t1", others);
    expect(inside).toEqual(["quotaExceeded", "made", 2]);
    expect(Object.keys((await table.get(key)) ?? {}).filter((name) => name.startsWith("making#"))).toEqual([]);
  });

  it("rises once if the engine repeats the write by itself", async () => {
    around(table, "update", (update) => async (given) => {
      await update(given);
      return update(given);
    });
    expect(await workerOn(table, clock, 2).make("first")).toBe("made");
    expect(await table.get(key)).toMatchObject({ total: 1 });
  });

  it("isn't set back by a recount that began before another one", async () => {
    const other = workerOn(table, clock, 2);
    for (const id of ["t0", "t1"]) await other.make(id);
    clock.advance(minute);
    const ids = async function* () {
      yield* ["t0", "t1"];
      await other.make("t2");
      await other.remove("t0");
    };
    expect(await counter.within({ key, most: 2, ids }, "t3", async () => "made")).toBe("made");
  });

  it("is removed with its partner", async () => {
    await counter.within({ key, most: 1, ids: none }, "t1", () => table.remove(key));
    expect(table.items).toEqual([]);
  });
});

test("a day's allowance belongs to one partner and purpose, and is never exceeded", async () => {
  const table = new MemoryTable("deliveries");
  const now = Date.UTC(2026, 10, 21, 12);
  const first = { partner: "prt_1", of: "examples", amount: 2, most: 3, now };
  const take = (other: Partial<typeof first> = {}) => takeOfDay(table, { ...first, ...other });
  expect([await take(), await take(), await take({ amount: 1 }), await take({ amount: 1 })]).toEqual([
    ...[true, false],
    ...[true, false],
  ]);
  expect(table.items).toMatchObject([{ expiresAt: now / 1_000 + 2 * 86_400 }]);
  for (const other of [{ partner: "prt_2" }, { of: "audit" }, { now: now + 86_400_000 }])
    expect([other, await take(other)]).toEqual([other, true]);
});

test("a key's requests in a minute are counted across all workers, from the first one on", async () => {
  const table = new MemoryTable("deliveries");
  const [one, other] = [new RequestCounts(table), new RequestCounts(table)];
  const now = Date.UTC(2026, 10, 21, 12);
  expect([await one.add("key_1", 20, now), await other.add("key_1", 5, now + 59_999)]).toEqual([20, 25]);
  expect(table.items).toMatchObject([{ expiresAt: now / 1_000 + 120 }]);
  expect([await one.add("key_2", 1, now), await one.add("key_1", 1, now + 60_000)]).toEqual([1, 1]);
});
