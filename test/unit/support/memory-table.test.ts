import fc from "fast-check";
import { expect, test } from "vitest";
import { absent } from "../../../shared/kernel/ports/table.ts";
import { MemoryTable } from "../../support/memory-table.ts";

test("a conditional put succeeds once", async () => {
  const table = new MemoryTable("feeds");
  const put = { item: { pk: "a", sk: "1" }, when: absent };
  expect(await table.put([put, put])).toEqual(["written", "conflict"]);
});

test("an update creates a missing item, counts from 0 and obeys its condition", async () => {
  const table = new MemoryTable("feeds");
  const key = { pk: "a", sk: "1" };
  expect(await table.update({ key, add: { n: 2 }, set: { s: "x" } })).toBe("written");
  expect(await table.update({ key, add: { n: 1 }, when: [{ attribute: "n", is: "above", value: 2 }] })).toBe(
    "conflict",
  );
  expect(await table.update({ key, remove: ["s"], when: [{ attribute: "n", is: "equal", value: 2 }] })).toBe("written");
  expect(await table.get(key)).toEqual({ ...key, n: 2 });
});

test("queries page in byte order, both ways", async () => {
  const table = new MemoryTable("feeds", { pageSize: 2 });
  // U+FF5E sorts after U+1F600 by UTF-16 units and before it by UTF-8 bytes.
  await table.put(["\u{1F600}", "b", "\uFF5E", "a"].map((sk) => ({ item: { pk: "p", sk } })));
  const first = await table.query({ pk: "p" });
  expect(first.items.map(({ sk }) => sk)).toEqual(["a", "b"]);
  expect(first.more).toBe(true);
  const second = await table.query({ pk: "p", after: "b" });
  expect(second.items.map(({ sk }) => sk)).toEqual(["\uFF5E", "\u{1F600}"]);
  expect(second.more).toBe(false);
  const back = await table.query({ pk: "p", descending: true, after: "b" });
  expect(back.items.map(({ sk }) => sk)).toEqual(["a"]);
});

test("an index holds only items with its attributes, as keys", async () => {
  const table = new MemoryTable("subscriptions", { pageSize: 2 });
  await table.put([
    { item: { pk: "a", sk: "1", dueShard: "s", due: 30 } },
    { item: { pk: "b", sk: "1", dueShard: "s", due: 9 } },
    { item: { pk: "c", sk: "1", dueShard: "s", due: 100 } },
    { item: { pk: "d", sk: "1", dueShard: "s" } },
  ]);
  const page = await table.queryIndex({ index: "due", partition: "s" });
  expect(page).toEqual({
    items: [
      { pk: "b", sk: "1", indexSort: 9 },
      { pk: "a", sk: "1", indexSort: 30 },
    ],
    more: true,
  });
  const next = await table.queryIndex({ index: "due", partition: "s", after: page.items[1]!, upTo: 99 });
  expect(next.items).toEqual([]);
});

test("an index pages both ways like a sorted list, whatever was put, moved and removed before", async () => {
  const key = fc.record({ pk: fc.constantFrom("a", "b"), sk: fc.constantFrom("1", "2", "\uFF5E", "\u{1F600}") });
  const due = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
  const writes = fc.array(fc.tuple(key, due, fc.constantFrom("s", "t"), fc.boolean()), { maxLength: 20 });
  const byText = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
  await fc.assert(
    fc.asyncProperty(writes, fc.boolean(), fc.nat(3), async (all, descending, upTo) => {
      const table = new MemoryTable("subscriptions", { pageSize: 2 });
      for (const [at, time, dueShard, remains] of all) {
        if (remains) await table.put([{ item: { ...at, dueShard, ...(time !== undefined && { due: time }) } }]);
        else await table.remove(at);
      }
      const expected = table.items
        .flatMap(({ pk, sk, due: indexSort, dueShard }) =>
          typeof indexSort === "number" && indexSort <= upTo && dueShard === "s" ? [{ pk, sk, indexSort }] : [],
        )
        .sort((one, other) => one.indexSort - other.indexSort || byText(one.pk, other.pk) || byText(one.sk, other.sk));
      const found: unknown[] = [];
      for (let after: { pk: string; sk: string; indexSort: string | number } | undefined; ; ) {
        const query = { index: "due", partition: "s", upTo, descending, limit: 2 } as const;
        const page = await table.queryIndex(after === undefined ? query : { ...query, after });
        found.push(...page.items);
        after = page.items.at(-1);
        if (!page.more) break;
      }
      expect(found).toEqual(descending ? expected.reverse() : expected);
    }),
  );
});
