import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LocalWakeUps } from "../../../shared/adapters/local/local-wake-ups.ts";
import { SqliteChangeStream } from "../../../shared/adapters/sqlite/sqlite-change-stream.ts";
import { SqliteTable } from "../../../shared/adapters/sqlite/sqlite-table.ts";
import { bucketOf } from "../../../shared/kernel/hash.ts";
import { absent } from "../../../shared/kernel/ports/table.ts";
import { tables } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { openTestDatabase } from "../../support/sqlite-database.ts";

const key = { pk: "acme#person#3", sk: "1" };
let lane: number;
let opened: ReturnType<typeof openTestDatabase>;
let clock: FakeClock;
let stream: SqliteChangeStream;
let table: SqliteTable;
beforeEach(() => {
  opened = openTestDatabase(":memory:");
  clock = new FakeClock();
  stream = new SqliteChangeStream(opened.database, "mirror", clock, new LocalWakeUps());
  table = new SqliteTable(opened.database, tables.mirror, clock, stream);
  lane = bucketOf(key.pk, stream.lanes);
});
afterEach(() => {
  opened.close();
});

const images = async () =>
  (await stream.read(lane, 0, 100)).map(({ before, after }) => [before?.["seq"], after?.["seq"]]);

describe("SqliteChangeStream", () => {
  it("has both images of every change, in the order of the writes", async () => {
    await table.put([{ item: { ...key, seq: 1 } }]);
    await table.update({ key, add: { seq: 1 } });
    await table.put([{ item: { ...key, seq: 9 } }]);
    await table.remove(key);
    expect(await images()).toEqual([
      [undefined, 1],
      [1, 2],
      [2, 9],
      [9, undefined],
    ]);
  });

  it("has nothing of writes that changed nothing", async () => {
    await table.put([{ item: { ...key, seq: 1 } }]);
    await table.put([{ item: { ...key, seq: 1 } }]);
    await table.put([{ item: { ...key, seq: 2 }, when: absent }]);
    await table.update({ key, set: { seq: 3 }, when: [{ attribute: "seq", is: "above", value: 5 }] });
    await table.remove({ pk: key.pk, sk: "nothing" });
    expect(await images()).toEqual([[undefined, 1]]);
  });

  it("has the end of a life that the engine ended", async () => {
    await table.put([{ item: { ...key, seq: 1, expiresAt: Math.floor(clock.now() / 1_000) + 5 } }]);
    expect(await table.deleteExpired(10)).toBe(0);
    clock.advance(6_000);
    expect(await table.deleteExpired(10)).toBe(1);
    expect(await images()).toEqual([
      [undefined, 1],
      [1, undefined],
    ]);
  });

  it("keeps all changes of one partition in one lane", async () => {
    const keys = Array.from({ length: 200 }, (_, number) => ({ pk: `acme#person#${number % 16}`, sk: String(number) }));
    await table.put(keys.map((item) => ({ item })));
    const reads = Array.from({ length: stream.lanes }, async (_, at) => stream.read(at, 0, 1_000));
    const lanes = (await Promise.all(reads)).map((records) => new Set(records.map((record) => record.key.pk)));
    expect(lanes.reduce((sum, { size }) => sum + size, 0)).toBe(16);
    expect(lanes.filter(({ size }) => size > 0).length).toBeGreaterThan(1);
  });

  it("remembers where its consumer stands", async () => {
    await table.put([{ item: { ...key, seq: 1 } }]);
    await table.put([{ item: { ...key, seq: 2 } }]);
    const [first] = await stream.read(lane, 0, 1);
    await stream.advance(lane, { position: first!.position, attempts: 3 });
    const again = new SqliteChangeStream(opened.database, "mirror", clock, new LocalWakeUps());
    expect(await again.position(lane)).toEqual({ position: first!.position, attempts: 3 });
    expect(await again.depth()).toEqual({ pending: 1, failed: 0 });
  });

  it("puts a failing record aside whole, and takes it back when told to", async () => {
    await table.put([{ item: { ...key, seq: 1 } }]);
    await table.update({ key, add: { seq: 1 } });
    const [, second] = await stream.read(lane, 0, 2);
    await stream.setAside(lane, second!, "failed 101 times");
    expect(await stream.depth()).toEqual({ pending: 0, failed: 1 });
    expect(await stream.redrive()).toBe(1);
    expect(await stream.depth()).toEqual({ pending: 1, failed: 0 });
    expect((await images()).at(-1)).toEqual([1, 2]);
  });

  it("trims what is done, and what is too old when it must lose that as AWS does", async () => {
    for (let seq = 1; seq <= 5; seq++) await table.put([{ item: { ...key, seq } }]);
    const records = await stream.read(lane, 0, 5);
    await stream.advance(lane, { position: records[1]!.position, attempts: 0 });
    expect(await stream.trim(lane, 100)).toBe(2);
    expect(await images()).toHaveLength(3);
    clock.advance(1_000);
    await table.put([{ item: { ...key, seq: 6 } }]);
    expect(await stream.trim(lane, 100, clock.now())).toBe(3);
    expect(await images()).toEqual([[5, 6]]);
  });

  it("never uses a position twice, trimmed empty or not", async () => {
    await table.put([{ item: { ...key, seq: 1 } }]);
    const [first] = await stream.read(lane, 0, 1);
    await stream.advance(lane, { position: first!.position, attempts: 0 });
    await stream.trim(lane, 10);
    await table.put([{ item: { ...key, seq: 2 } }]);
    expect(await stream.read(lane, first!.position, 10)).toHaveLength(1);
  });
});
