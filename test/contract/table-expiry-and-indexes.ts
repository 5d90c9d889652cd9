import { beforeEach, describe, expect, it } from "vitest";
import type { Item, Query, Table } from "../../shared/kernel/ports/table.ts";
import { queryAll } from "../../shared/kernel/query-all.ts";
import type { TableContext } from "./table-context.ts";

export function describeTableExpiryAndIndexes(given: TableContext): void {
  const { clock } = given;
  let table: Table;
  let pk: string;
  beforeEach(() => {
    table = given.table("feeds");
    pk = given.partition();
  });
  const put = (...items: Item[]) => table.put(items.map((item) => ({ item })));
  const sorted = async (query: Omit<Query, "pk">) => (await table.query({ pk, ...query })).items.map(({ sk }) => sk);

  describe("an expired item", () => {
    const ends = () => Math.floor(clock.now() / 1_000) + 10;

    it("isn't read in any way, deleted or not", async () => {
      const expiresAt = ends();
      await put({ pk, sk: "a", expiresAt }, { pk, sk: "b" });
      clock.advance(expiresAt * 1_000 - clock.now() - 1);
      expect(await sorted({})).toEqual(["a", "b"]);
      clock.advance(1);
      expect(await table.get({ pk, sk: "a" })).toBeUndefined();
      expect(await table.getAll([{ pk, sk: "a" }])).toEqual([undefined]);
      expect(await sorted({})).toEqual(["b"]);
    });

    it("doesn't end a read across all pages", async () => {
      const keys = Array.from({ length: 12 }, (_, number) => `n${String(number).padStart(2, "0")}`);
      await put(...keys.map((sk) => (sk < "n09" ? { pk, sk, expiresAt: ends() } : { pk, sk })));
      clock.advance(11_000);
      const seen = [];
      for await (const { sk } of queryAll(table, { pk, limit: 2 })) seen.push(sk);
      expect(seen).toEqual(["n09", "n10", "n11"]);
    });

    it("stays readable if the topology names no expiry", async () => {
      const subscriptions = given.table("subscriptions");
      await subscriptions.put([{ item: { pk, sk: "a", expiresAt: 1 } }]);
      expect(await subscriptions.get({ pk, sk: "a" })).toBeDefined();
    });
  });

  describe("an index", () => {
    it("holds the keys of the items with its attributes, and follows their changes", async () => {
      const wheel = `wheel#${pk}`;
      await put({ pk, sk: "in", wheel }, { pk, sk: "out" });
      const keys = async () => (await table.queryIndex({ index: "wheel", partition: wheel })).items;
      expect(await keys()).toEqual([{ pk, sk: "in", indexSort: pk }]);
      await table.update({ key: { pk, sk: "in" }, remove: ["wheel"] });
      await table.update({ key: { pk, sk: "out" }, set: { wheel } });
      expect(await keys()).toEqual([{ pk, sk: "out", indexSort: pk }]);
      await table.remove({ pk, sk: "out" });
      expect(await keys()).toEqual([]);
    });

    it("leaves out items that lack one of its attributes", async () => {
      const subscriptions = given.table("subscriptions");
      const dueShard = `half#${pk}`;
      await subscriptions.put([{ item: { pk, sk: "shard", dueShard } }, { item: { pk, sk: "due", due: 1 } }]);
      expect((await subscriptions.queryIndex({ index: "due", partition: dueShard })).items).toEqual([]);
      await subscriptions.update({ key: { pk, sk: "due" }, set: { dueShard } });
      expect((await subscriptions.queryIndex({ index: "due", partition: dueShard })).items).toEqual([
        { pk, sk: "due", indexSort: 1 },
      ]);
    });

    it("orders numbers numerically, up to an inclusive bound", async () => {
      const subscriptions = given.table("subscriptions");
      const dueShard = `due#${pk}`;
      const dues = [100, 9, 20, 1.5];
      await subscriptions.put(dues.map((due) => ({ item: { pk, sk: `s${due}`, dueShard, due } })));
      const due = async (upTo?: number) => {
        const query = { index: "due", partition: dueShard, ...(upTo === undefined ? {} : { upTo }) };
        return (await subscriptions.queryIndex(query)).items.map(({ indexSort }) => indexSort);
      };
      expect(await due()).toEqual([1.5, 9, 20, 100]);
      expect(await due(20)).toEqual([1.5, 9, 20]);
      expect(await due(1)).toEqual([]);
    });

    it("reads backwards, page by page", async () => {
      const subscriptions = given.table("subscriptions");
      const dueShard = `backwards#${pk}`;
      const dues = [3, 1, 2, 5, 4];
      await subscriptions.put(dues.map((due) => ({ item: { pk, sk: `b${due}`, dueShard, due } })));
      const query = { index: "due", partition: dueShard, limit: 2, descending: true };
      const first = (await subscriptions.queryIndex({ ...query, upTo: 4 })).items;
      expect(first.map(({ indexSort }) => indexSort)).toEqual([4, 3]);
      const second = (await subscriptions.queryIndex({ ...query, after: first[1]! })).items;
      expect(second.map(({ indexSort }) => indexSort)).toEqual([2, 1]);
    });

    it("returns everything once across pages, even with equal sort keys", async () => {
      const subscriptions = given.table("subscriptions");
      const dueShard = `pages#${pk}`;
      const items = Array.from({ length: 11 }, (_, number) => ({ pk, sk: `s${number}`, dueShard, due: number % 2 }));
      await subscriptions.put(items.map((item) => ({ item })));
      const query = { index: "due", partition: dueShard, limit: 3 };
      const seen: string[] = [];
      let page = await subscriptions.queryIndex(query);
      for (;;) {
        seen.push(...page.items.map(({ sk }) => sk));
        const after = page.items.at(-1);
        if (!page.more || after === undefined) break;
        page = await subscriptions.queryIndex({ ...query, after });
      }
      expect(seen.toSorted()).toEqual(items.map(({ sk }) => sk).toSorted());
      expect((await subscriptions.queryIndex({ ...query, limit: items.length + 1 })).more).toBe(false);
    });

    it("is refused if the topology doesn't declare it", async () => {
      await expect(table.queryIndex({ index: "due", partition: "a" })).rejects.toMatchObject({
        ...{ code: "invalid_input", message: "query: index: feeds has no due" },
      });
    });
  });
}
