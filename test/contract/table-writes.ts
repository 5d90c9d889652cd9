import { beforeEach, describe, expect, it } from "vitest";
import { canonicalJson } from "../../shared/kernel/canonical-json.ts";
import { ItemTooLargeError } from "../../shared/kernel/errors.ts";
import { parseExact } from "../../shared/kernel/exact-json.ts";
import { idInKey } from "../../shared/kernel/hash.ts";
import { json } from "../../shared/kernel/json.ts";
import { absent, type Item, type Table } from "../../shared/kernel/ports/table.ts";
import type { TableContext } from "./table-context.ts";

export function describeTableWrites(given: TableContext): void {
  let table: Table;
  let pk: string;
  beforeEach(() => {
    table = given.table("feeds");
    pk = given.partition();
  });
  const put = (...items: Item[]) => table.put(items.map((item) => ({ item })));

  describe("items", () => {
    it("come back as they were put, whatever JSON they hold", async () => {
      const item = {
        pk,
        sk: "all",
        text: "Zoë 🦊 \u0000 \n",
        empty: "",
        zero: 0,
        negative: -1.5,
        large: 9_007_199_254_740_991,
        small: 1e-100,
        yes: true,
        no: false,
        nothing: null,
        list: [1, "two", null, [], {}],
        nested: { deep: { null: null, list: [{ a: "" }] }, "dotted.name": 1, name: "reserved" },
      };
      await put(item);
      expect(await table.get({ pk, sk: "all" })).toEqual(item);
    });

    it("come back with every number as exact as its text", async () => {
      const numbers =
        "[9007199254740993,-12345678901234567890.123456789,0.1,1e400,-1e-400,1e200,12345678901234567890123456789012345678901,1.5e125,1e21]";
      await put({ pk, sk: "numbers", numbers: json.parse(parseExact(numbers)) });
      const read = (await table.get({ pk, sk: "numbers" }))?.["numbers"] ?? null;
      expect(canonicalJson(read)).toBe(canonicalJson(json.parse(parseExact(numbers))));
      expect(canonicalJson(read)).toMatch(/^\[9007199254740993e0,-12345678901234567890123456789e-9,0.1,1e400,/);
      await table.update({
        key: { pk, sk: "numbers" },
        set: { more: json.parse(parseExact("[0.12345678901234567890]")) },
      });
      expect(canonicalJson((await table.get({ pk, sk: "numbers" }))?.["more"] ?? null)).toBe(
        "[1234567890123456789e-19]",
      );
    });

    it("have distinct keys for ids of any length, in one order", async () => {
      const ids = ["1", "2"].map((last) => `${"æ#".repeat(1_000)}${last}`);
      const long = `${pk}#${"x".repeat(255)}~`;
      await table.put(
        ids.map((id) => ({ item: { pk: `${pk}#${idInKey(id)}`, sk: `d#${idInKey(id)}#${idInKey(id)}`, id } })),
      );
      await table.put([...ids, "short"].map((id) => ({ item: { pk: long, sk: idInKey(id), id } })));
      for (const id of ids) {
        const found = await table.query({ pk: `${pk}#${idInKey(id)}`, prefix: `d#${idInKey(id)}#` });
        expect(found.items.map((item) => item["id"])).toEqual([id]);
      }
      const [first] = (await table.query({ pk: long, limit: 1 })).items;
      const rest = await table.query({ pk: long, after: first?.sk ?? "" });
      expect(new Set([first, ...rest.items].map((item) => item?.["id"]))).toEqual(new Set([...ids, "short"]));
    });

    it("are replaced whole by a put", async () => {
      await put({ pk, sk: "a", first: 1 });
      await put({ pk, sk: "a", second: 2 });
      expect(await table.get({ pk, sk: "a" })).toEqual({ pk, sk: "a", second: 2 });
    });

    it("are undefined if they don't exist", async () => {
      expect(await table.get({ pk, sk: "nothing" })).toBeUndefined();
    });

    it("are refused above 400 KB by put and by update", async () => {
      const long = "x".repeat(400 * 1024);
      await expect(put({ pk, sk: "large", long })).rejects.toBeInstanceOf(ItemTooLargeError);
      await expect(table.put([{ item: { pk, sk: "large", long }, when: absent }])).rejects.toBeInstanceOf(
        ItemTooLargeError,
      );
      await put({ pk, sk: "grown", half: "x".repeat(250 * 1024) });
      await expect(
        table.update({ key: { pk, sk: "grown" }, set: { more: "x".repeat(250 * 1024) } }),
      ).rejects.toBeInstanceOf(ItemTooLargeError);
    });

    it.each([
      ["an empty partition key", { pk: "", sk: "a" }],
      ["an empty sort key", { pk: "a", sk: "" }],
      ["a partition key above 2048 bytes", { pk: "p".repeat(2_049), sk: "a" }],
      ["a sort key above 1024 bytes", { pk: "a", sk: "s".repeat(1_025) }],
    ])("are refused with %s", async (_, key) => {
      await expect(put(key)).rejects.toMatchObject({ code: "invalid_input" });
    });

    it("are refused with an index key of the wrong type", async () => {
      await expect(put({ pk, sk: "a", wheel: 5 })).rejects.toMatchObject({ code: "invalid_input" });
      const subscriptions = given.table("subscriptions");
      const wrong = { pk, sk: "a", dueShard: "due#0", due: "soon" };
      await expect(subscriptions.put([{ item: wrong }])).rejects.toMatchObject({ code: "invalid_input" });
    });
  });

  describe("put", () => {
    it("returns an outcome for each of several items", async () => {
      await put({ pk, sk: "taken", by: "first" });
      const outcomes = await table.put([
        { item: { pk, sk: "taken", by: "second" }, when: absent },
        { item: { pk, sk: "free", by: "second" }, when: absent },
        { item: { pk, sk: "any", by: "second" } },
      ]);
      expect(outcomes).toEqual(["conflict", "written", "written"]);
      expect(await table.get({ pk, sk: "taken" })).toMatchObject({ by: "first" });
      expect(await table.get({ pk, sk: "free" })).toMatchObject({ by: "second" });
    });

    it("puts each item only if its own condition holds", async () => {
      const rev = (value: number) => [{ attribute: "rev", is: "equal", value } as const];
      await table.put([{ item: { pk, sk: "a", rev: 1 } }, { item: { pk, sk: "b", rev: 1 } }]);
      const next = (sk: string, when: number) => ({ item: { pk, sk, rev: 2 }, when: rev(when) });
      expect(await table.put([next("a", 1), next("b", 7), next("missing", 1)])).toEqual([
        ...["written", "conflict", "conflict"],
      ]);
      expect(await table.getAll(["a", "b", "missing"].map((sk) => ({ pk, sk })))).toEqual([
        ...[{ pk, sk: "a", rev: 2 }, { pk, sk: "b", rev: 1 }, undefined],
      ]);
    });

    it("does nothing for an empty list", async () => {
      expect(await table.put([])).toEqual([]);
    });

    it("accepts more than one batch, and keeps the last of equal keys", async () => {
      const items = Array.from({ length: 130 }, (_, number) => ({ pk, sk: `n${number % 65}`, number }));
      const outcomes = await put(...items);
      expect(outcomes).toEqual(items.map(() => "written"));
      const found = await table.getAll(items.map(({ sk }) => ({ pk, sk })));
      expect(found.map((item) => item?.["number"])).toEqual(items.map((_, number) => (number % 65) + 65));
    });

    it("accepts a batch of the largest items, even if their text is six times as long in transit", async () => {
      const long = "\u0001".repeat(390_000);
      // 9 times 390 KB: 21 MB of JSON, where a request takes 16.
      const items = Array.from({ length: 9 }, (_, number) => ({ pk, sk: `n${number}`, long }));
      expect(await put(...items)).toEqual(items.map(() => "written"));
      const found = await table.getAll(items.map(({ sk }) => ({ pk, sk })));
      expect(found.filter((item) => item?.["long"] === long)).toHaveLength(9);
      // Other tests read the whole table.
      for (const { sk } of items) await table.remove({ pk, sk });
    });
  });

  describe("update", () => {
    it("sets, adds and removes in one call and leaves other attributes alone", async () => {
      await put({ pk, sk: "a", kept: "k", count: 2, state: "old", gone: [1] });
      const change = {
        set: { state: "new", name: { nested: null } },
        add: { count: 3, fresh: -1 },
        remove: ["gone"],
      };
      expect(await table.update({ key: { pk, sk: "a" }, ...change })).toBe("written");
      expect(await table.get({ pk, sk: "a" })).toEqual({
        ...{ pk, sk: "a", kept: "k", count: 5, state: "new" },
        ...{ name: { nested: null }, fresh: -1 },
      });
    });

    it("creates a missing item with its key, even if it changes nothing", async () => {
      await table.update({ key: { pk, sk: "made" }, add: { count: 1 } });
      await table.update({ key: { pk, sk: "bare" } });
      expect(await table.get({ pk, sk: "made" })).toEqual({ pk, sk: "made", count: 1 });
      expect(await table.get({ pk, sk: "bare" })).toEqual({ pk, sk: "bare" });
    });

    it("refuses to change the key, or one attribute twice", async () => {
      const key = { pk, sk: "a" };
      for (const change of [
        { set: { sk: "b" } },
        { set: { pk: "b" } },
        { set: { n: 1 }, add: { n: 1 } },
        { set: { n: 1 }, remove: ["n"] },
      ]) {
        await expect(table.update({ key, ...change })).rejects.toMatchObject({ code: "invalid_input" });
      }
    });

    it("refuses to add to a value that isn't a number", async () => {
      for (const count of ["two", null]) {
        await put({ pk, sk: "a", count });
        await expect(table.update({ key: { pk, sk: "a" }, add: { count: 1 } })).rejects.toMatchObject({
          code: "invalid_input",
        });
      }
    });
  });

  describe("remove", () => {
    it("removes the item, or keeps it if the condition fails", async () => {
      await put({ pk, sk: "a", rev: 2 });
      const key = { pk, sk: "a" };
      expect(await table.remove(key, [{ attribute: "rev", is: "equal", value: 1 }])).toBe("conflict");
      expect(await table.get(key)).toBeDefined();
      expect(await table.remove(key, [{ attribute: "rev", is: "equal", value: 2 }])).toBe("written");
      expect(await table.get(key)).toBeUndefined();
      expect(await table.remove(key)).toBe("written");
    });
  });

  describe("races", () => {
    it("let exactly one of 50 concurrent compare-and-sets win", async () => {
      await put({ pk, sk: "a", rev: 7 });
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, worker) =>
          table.update({
            key: { pk, sk: "a" },
            set: { worker },
            add: { rev: 1 },
            when: [{ attribute: "rev", is: "equal", value: 7 }],
          }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === "written")).toHaveLength(1);
      expect(await table.get({ pk, sk: "a" })).toMatchObject({ rev: 8, worker: outcomes.indexOf("written") });
    });

    it("let exactly one of 50 concurrent first puts win", async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, worker) => table.put([{ item: { pk, sk: "a", worker }, when: absent }])),
      );
      expect(outcomes.filter(([outcome]) => outcome === "written")).toHaveLength(1);
    });

    it("lose no addition", async () => {
      await Promise.all(Array.from({ length: 50 }, () => table.update({ key: { pk, sk: "a" }, add: { count: 1 } })));
      expect(await table.get({ pk, sk: "a" })).toMatchObject({ count: 50 });
    });
  });
}
