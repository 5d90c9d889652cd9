import { beforeEach, describe, expect, it } from "vitest";
import type { Item, Query, Table } from "../../shared/kernel/ports/table.ts";
import { queryAll } from "../../shared/kernel/query-all.ts";
import type { TableContext } from "./table-context.ts";

export function describeTableReads(given: TableContext): void {
  let table: Table;
  let pk: string;
  beforeEach(() => {
    table = given.table("feeds");
    pk = given.partition();
  });
  const put = (...items: Item[]) => table.put(items.map((item) => ({ item })));
  const sorted = async (query: Omit<Query, "pk">) => (await table.query({ pk, ...query })).items.map(({ sk }) => sk);
  const putKeys = (...sks: string[]) => put(...sks.map((sk) => ({ pk, sk })));

  describe("getAll", () => {
    it("returns items in key order of the request, including unknown, repeated and more than one batch of keys", async () => {
      const items = Array.from({ length: 250 }, (_, number) => ({ pk, sk: `n${number}`, number }));
      await put(...items);
      const keys = [...items.map(({ sk }) => ({ pk, sk })).reverse(), { pk, sk: "unknown" }, { pk, sk: "n3" }];
      const found = await table.getAll(keys);
      expect(found.map((item) => item?.["number"])).toEqual([
        ...items.map(({ number }) => number).reverse(),
        undefined,
        3,
      ]);
      expect(await table.getAll([])).toEqual([]);
    });

    it("distinguishes items with equal sort keys in different partitions", async () => {
      const keys = [pk, given.partition()].map((each) => ({ pk: each, sk: "same" }));
      await put(...keys.map((key, number) => ({ ...key, number })));
      expect((await table.getAll(keys)).map((item) => item?.["number"])).toEqual([0, 1]);
    });

    it("returns more than one response can hold", async () => {
      const items = Array.from({ length: 60 }, (_, number) => ({ pk, sk: `n${number}`, long: "x".repeat(300_000) }));
      await put(...items);
      const found = await table.getAll(items.map(({ sk }) => ({ pk, sk })));
      expect(found.filter((item) => item !== undefined)).toHaveLength(60);
    });
  });

  describe("query", () => {
    it("orders sort keys by their UTF-8 bytes", async () => {
      // By UTF-16 units the fox (a surrogate pair) would come before U+FF21.
      const keys = ["a", "A", "Z", "é", "~", "🦊", "\uff21", "0", "10", "9", "a#1", "a\u0000"];
      await putKeys(...keys);
      const byBytes = keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      expect(await sorted({})).toEqual(byBytes);
      expect(await sorted({ descending: true })).toEqual(byBytes.toReversed());
    });

    it("has inclusive, optional bounds", async () => {
      await putKeys("a", "b", "c", "d");
      expect(await sorted({ from: "b", to: "c" })).toEqual(["b", "c"]);
      expect(await sorted({ from: "c" })).toEqual(["c", "d"]);
      expect(await sorted({ to: "b" })).toEqual(["a", "b"]);
      expect(await sorted({ from: "", to: "a" })).toEqual(["a"]);
      expect(await table.query({ pk, from: "d", to: "a" })).toEqual({ items: [], more: false });
    });

    it("matches prefixes by characters, not as bounds", async () => {
      await putKeys("walk", "walk#", "walk#1", "walk#\u{10ffff}z", "walk$", "wal", "\u{10ffff}", "\u{10ffff}a");
      expect(await sorted({ prefix: "walk#" })).toEqual(["walk#", "walk#1", "walk#\u{10ffff}z"]);
      expect(await sorted({ prefix: "\u{10ffff}" })).toEqual(["\u{10ffff}", "\u{10ffff}a"]);
      expect(await sorted({ prefix: "" })).toHaveLength(8);
    });

    it("continues after `after` in both directions, whether or not that item still exists", async () => {
      await putKeys("a", "b", "c", "d");
      expect(await sorted({ after: "b" })).toEqual(["c", "d"]);
      expect(await sorted({ after: "bb" })).toEqual(["c", "d"]);
      expect(await sorted({ after: "c", descending: true })).toEqual(["b", "a"]);
    });

    it("accepts an `after` outside its bounds", async () => {
      await putKeys("a", "b", "c", "d");
      expect(await sorted({ from: "b", to: "c", after: "a" })).toEqual(["b", "c"]);
      expect(await sorted({ from: "b", to: "c", after: "d" })).toEqual([]);
      expect(await sorted({ from: "b", to: "c", after: "d", descending: true })).toEqual(["c", "b"]);
      expect(await sorted({ from: "b", to: "c", after: "a", descending: true })).toEqual([]);
      expect(await sorted({ prefix: "c", after: "a" })).toEqual(["c"]);
      expect(await sorted({ prefix: "c", after: "d" })).toEqual([]);
      expect(await sorted({ prefix: "c", after: "d", descending: true })).toEqual(["c"]);
      expect(await sorted({ prefix: "c", after: "a", descending: true })).toEqual([]);
    });

    it("returns at most the limit, and `more` says whether to continue", async () => {
      await putKeys("a", "b", "c");
      const page = await table.query({ pk, limit: 2 });
      expect(page.items.map(({ sk }) => sk)).toEqual(["a", "b"]);
      expect(page.more).toBe(true);
      expect((await table.query({ pk, after: "b", limit: 2 })).more).toBe(false);
    });

    it.each([true, false])("reads everything once, page by page (descending: %s)", async (descending) => {
      const keys = Array.from({ length: 23 }, (_, number) => `n${String(number).padStart(2, "0")}`);
      await putKeys(...keys);
      const seen = [];
      for await (const { sk } of queryAll(table, { pk, limit: 5, descending })) seen.push(sk);
      expect(seen).toEqual(descending ? keys.toReversed() : keys);
    });

    it("reads partitions larger than one response", async () => {
      const keys = Array.from({ length: 12 }, (_, number) => `n${String(number).padStart(2, "0")}`);
      await put(...keys.map((sk) => ({ pk, sk, long: "x".repeat(300_000) })));
      const first = await table.query({ pk });
      expect(first.items.length).toBeLessThan(12);
      expect(first.more).toBe(true);
      const seen = [];
      for await (const { sk } of queryAll(table, { pk })) seen.push(sk);
      expect(seen).toEqual(keys);
    });

    it("keeps partitions separate", async () => {
      await putKeys("a");
      expect((await table.query({ pk: `${pk}x` })).items).toEqual([]);
    });
  });

  describe("scan", () => {
    /** Each test has its own moments, because the table is shared. */
    let moment = Date.UTC(2100, 0, 1);
    beforeEach(() => {
      moment += 1_000_000;
    });
    // Other tests fill other tables with megabytes, which a scan would read.
    const scanner = () => given.table("deliveries");
    const put = (...items: Item[]) => scanner().put(items.map((item) => ({ item })));
    const scanned = async (atLeast: number, limit: number) => {
      const found: Item[] = [];
      let part = await scanner().scan({ where: { attribute: "observedAt", atLeast }, limit });
      for (;;) {
        found.push(...part.items);
        if (part.next === undefined) return found;
        part = await scanner().scan({ where: { attribute: "observedAt", atLeast }, limit, after: part.next });
      }
    };

    it("returns every recent enough item once across all parts and partitions", async () => {
      const items = Array.from({ length: 23 }, (_, n) => ({
        pk: `${pk}#${n % 5}`,
        sk: `s${n}`,
        observedAt: moment + n,
      }));
      // A response also ends after a megabyte, here before the limit.
      const large = Array.from({ length: 5 }, (_, n) => ({ pk, sk: `large${n}`, long: "x".repeat(300_000) }));
      await put(...items, ...large);
      const found = await scanned(moment + 3, 4);
      expect(found.toSorted((one, other) => Number(one["observedAt"]) - Number(other["observedAt"]))).toEqual(
        items.slice(3),
      );
      expect(await scanned(moment + 23, 4)).toEqual([]);
    });

    it("reads at most the given number of items, and reports where it ended even if it found none", async () => {
      await put(...Array.from({ length: 9 }, (_, n) => ({ pk, sk: `s${n}` })));
      const part = await scanner().scan({ where: { attribute: "observedAt", atLeast: moment }, limit: 3 });
      expect(part.items).toEqual([]);
      expect(part.next).toBeDefined();
    });

    it("skips items without the number, and expired ones", async () => {
      const expiresAt = given.clock.now() / 1_000 - 10;
      await put(
        { pk, sk: "text", observedAt: "zzz" },
        { pk, sk: "absent" },
        { pk, sk: "ended", observedAt: moment, expiresAt },
        { pk, sk: "young", observedAt: moment },
      );
      expect((await scanned(moment, 100)).map(({ sk }) => sk)).toEqual(["young"]);
    });
  });
}
