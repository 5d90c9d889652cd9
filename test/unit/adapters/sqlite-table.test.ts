import { beforeEach, expect, test, vi } from "vitest";
import { SqliteTable } from "../../../shared/adapters/sqlite/sqlite-table.ts";
import { tables } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { databaseOfTest } from "./database-of-test.ts";

let opened: ReturnType<typeof databaseOfTest>;
let clock: FakeClock;
beforeEach(() => {
  opened = databaseOfTest(":memory:");
  clock = new FakeClock();
});

test("items are counted by an attribute, in any number of slices, without expired ones", async () => {
  const table = new SqliteTable(opened.database, tables.events, clock);
  const expiresAt = clock.now() / 1_000 + 60;
  const item = (pk: string, n: number, rest: object) => ({ item: { pk, sk: String(n), ...rest } });
  await table.put([
    ...Array.from({ length: 300 }, (_, n) => item("acme#a", n, { state: n % 3 === 0 ? "live" : 7, expiresAt })),
    ...[item("acme#b", 0, { state: "live" }), item("acme#b", 1, {}), item("acme#b", 2, { state: null })],
    ...[item("acme#", 0, { state: "live" }), item("acmf#a", 0, { state: "live" }), item("aclz", 0, { state: "live" })],
  ]);
  expect(await table.countBy("state", "acme#")).toEqual(
    new Map([
      ["live", 102],
      ["7", 200],
    ]),
  );
  expect(await table.countBy("state")).toEqual(
    new Map([
      ["live", 104],
      ["7", 200],
    ]),
  );
  clock.advance(60_000);
  expect(await table.countBy("state", "acme#")).toEqual(new Map([["live", 2]]));
  expect(await table.countBy("state", "b")).toEqual(new Map());
});

test("a count of exactly one slice is complete", async () => {
  const table = new SqliteTable(opened.database, tables.events, clock);
  await table.put(Array.from({ length: 128 }, (_, n) => ({ item: { pk: "p", sk: String(n), state: "live" } })));
  expect(await table.countBy("state")).toEqual(new Map([["live", 128]]));
});

test.each([
  { pk: "", sk: "s" },
  { pk: "p", sk: "x".repeat(1_025) },
])("the key $pk of no item is refused by every write", async (key) => {
  const table = new SqliteTable(opened.database, tables.feeds, clock);
  const refused = { code: "invalid_input" };
  const when = [{ attribute: "a", is: "present" }] as const;
  await expect(table.put([{ item: key, when }])).rejects.toMatchObject(refused);
  await expect(table.update({ key, when })).rejects.toMatchObject(refused);
  await expect(table.remove(key, when)).rejects.toMatchObject(refused);
});

test.each(["", "x".repeat(2_049)])("an index key that DynamoDB refuses is refused", async (dueShard) => {
  const table = new SqliteTable(opened.database, tables.subscriptions, clock);
  const put = (value: string) => table.put([{ item: { pk: "p", sk: "s", due: 1, dueShard: value } }]);
  const sentence = "item: dueShard: is an index key and must be a string of 1 to 2048 bytes";
  await expect(put(dueShard)).rejects.toThrow(sentence);
  expect(await put("x".repeat(2_048))).toEqual(["written"]);
});

test("a page of an index that ends with its last item says so", async () => {
  const table = new SqliteTable(opened.database, tables.feeds, clock);
  await table.put(["a", "b"].map((pk) => ({ item: { pk, sk: "s", wheel: "w" } })));
  const moreAt = async (limit: number) => (await table.queryIndex({ index: "wheel", partition: "w", limit })).more;
  expect([await moreAt(1), await moreAt(2)]).toEqual([true, false]);
});

test("a scan begins with the lowest key, and ends after a page that isn't full", async () => {
  const table = new SqliteTable(opened.database, tables.feeds, clock);
  await table.put(["!", "~"].map((pk) => ({ item: { pk, sk: "s", n: 1 } })));
  const where = { attribute: "n", atLeast: 1 };
  const { items, next } = await table.scan({ where, limit: 1 });
  expect({ items, next }).toEqual({ items: [{ pk: "!", sk: "s", n: 1 }], next: { pk: "!", sk: "s" } });
  expect(await table.scan({ where, limit: 2, after: next! })).toEqual({
    items: [{ pk: "~", sk: "s", n: 1 }],
    next: undefined,
  });
});

test("an empty put writes nothing", async () => {
  const write = vi.spyOn(opened.database, "write");
  expect(await new SqliteTable(opened.database, tables.feeds, clock).put([])).toEqual([]);
  expect(write).not.toHaveBeenCalled();
});
