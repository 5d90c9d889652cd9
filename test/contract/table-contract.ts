import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ItemTooLargeError } from "../../shared/kernel/errors.ts";
import { absent, type Item, type Query, type Table } from "../../shared/kernel/ports/table.ts";
import { queryAll } from "../../shared/kernel/query-all.ts";
import type { TableName } from "../../shared/kernel/topology.ts";
import { FakeClock } from "../support/fake-clock.ts";

export type TableHarness = {
  table(name: TableName): Table;
  close(): Promise<void>;
};

/** What every Table does, whatever it stands on. */
export function describeTable(name: string, makeHarness: (clock: FakeClock) => Promise<TableHarness>): void {
  describe(`Table on ${name}`, () => {
    const clock = new FakeClock();
    let harness: TableHarness;
    let table: Table;
    let pk: string;
    let partition = 0;

    beforeAll(async () => {
      harness = await makeHarness(clock);
    });
    afterAll(() => harness.close());
    beforeEach(() => {
      table = harness.table("feeds");
      partition += 1;
      pk = `partition#${partition}`;
    });

    const put = (...items: Item[]) => table.put(items.map((item) => ({ item })));
    const sorted = async (query: Omit<Query, "pk">) => (await table.query({ pk, ...query })).items.map(({ sk }) => sk);
    const putKeys = (...sks: string[]) => put(...sks.map((sk) => ({ pk, sk })));

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

      it("are replaced whole by a put", async () => {
        await put({ pk, sk: "a", first: 1 });
        await put({ pk, sk: "a", second: 2 });
        expect(await table.get({ pk, sk: "a" })).toEqual({ pk, sk: "a", second: 2 });
      });

      it("are undefined where nothing stands", async () => {
        expect(await table.get({ pk, sk: "nothing" })).toBeUndefined();
      });

      it("above 400 KB are refused by put and by update", async () => {
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
      ])("with %s are refused", async (_, key) => {
        await expect(put(key)).rejects.toMatchObject({ code: "invalid_input" });
      });

      it("with an index key of the wrong type are refused", async () => {
        await expect(put({ pk, sk: "a", wheel: 5 })).rejects.toMatchObject({ code: "invalid_input" });
        const subscriptions = harness.table("subscriptions");
        const wrong = { pk, sk: "a", dueShard: "due#0", due: "soon" };
        await expect(subscriptions.put([{ item: wrong }])).rejects.toMatchObject({ code: "invalid_input" });
      });
    });

    describe("put", () => {
      it("of many gives each one's own outcome", async () => {
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

      it("of none does nothing", async () => {
        expect(await table.put([])).toEqual([]);
      });

      it("takes more than one batch, and the last of equal keys stays", async () => {
        const items = Array.from({ length: 130 }, (_, number) => ({ pk, sk: `n${number % 65}`, number }));
        const outcomes = await put(...items);
        expect(outcomes).toEqual(items.map(() => "written"));
        const found = await table.getAll(items.map(({ sk }) => ({ pk, sk })));
        expect(found.map((item) => item?.["number"])).toEqual(items.map((_, number) => (number % 65) + 65));
      });
    });

    describe("conditions", () => {
      const one = { pk: "conditions", sk: "a" };
      const outcome = (item: Item | undefined, clause: Parameters<Table["remove"]>[1]) => async () => {
        if (item === undefined) await table.remove(one);
        else await put(item);
        return table.update({ key: one, set: { touched: true }, ...(clause === undefined ? {} : { when: clause }) });
      };
      const seq = (value: Item[string]) => ({ ...one, seq: value });

      it.each([
        ["absent holds on a missing item", undefined, { is: "absent" }, "written"],
        ["absent fails on null", seq(null), { is: "absent" }, "conflict"],
        ["present fails on a missing item", undefined, { is: "present" }, "conflict"],
        ["present holds on an empty string", seq(""), { is: "present" }, "written"],
        ["equal holds on the same number", seq(3), { is: "equal", value: 3 }, "written"],
        ["equal fails on a number as text", seq("3"), { is: "equal", value: 3 }, "conflict"],
        ["equal fails on a missing item", undefined, { is: "equal", value: 3 }, "conflict"],
        ["equal holds on a text", seq("a"), { is: "equal", value: "a" }, "written"],
        ["equal tells false from absent", { ...one }, { is: "equal", value: false }, "conflict"],
        ["absentOrAtMost holds on a missing item", undefined, { is: "absentOrAtMost", value: 3 }, "written"],
        ["absentOrAtMost holds on the same", seq(3), { is: "absentOrAtMost", value: 3 }, "written"],
        ["absentOrAtMost fails above", seq(3.5), { is: "absentOrAtMost", value: 3 }, "conflict"],
        ["absentOrAtMost compares numbers as numbers", seq(10), { is: "absentOrAtMost", value: 9 }, "conflict"],
        ["absentOrAtMost fails on a text", seq("1"), { is: "absentOrAtMost", value: 3 }, "conflict"],
        ["absentOrAbove holds on a missing item", undefined, { is: "absentOrAbove", value: 3 }, "written"],
        ["absentOrAbove fails on the same", seq(3), { is: "absentOrAbove", value: 3 }, "conflict"],
        ["absentOrAbove holds above", seq(4), { is: "absentOrAbove", value: 3 }, "written"],
        ["above fails on a missing item", undefined, { is: "above", value: 3 }, "conflict"],
        ["above fails on the same", seq(3), { is: "above", value: 3 }, "conflict"],
        ["above holds above", seq(4), { is: "above", value: 3 }, "written"],
      ] as const)("%s", async (_, item, clause, expected) => {
        expect(await outcome(item, [{ attribute: "seq", ...clause }])()).toBe(expected);
      });

      it("must all hold", async () => {
        const clauses = [
          { attribute: "rev", is: "equal", value: 1 } as const,
          { attribute: "state", is: "absent" } as const,
        ];
        await put({ ...one, rev: 1, state: "live" });
        expect(await table.update({ key: one, add: { rev: 1 }, when: clauses })).toBe("conflict");
        await put({ ...one, rev: 1 });
        expect(await table.update({ key: one, add: { rev: 1 }, when: clauses })).toBe("written");
      });

      it("without clauses always hold", async () => {
        expect(await table.update({ key: one, set: { a: 1 }, when: [] })).toBe("written");
        expect(await table.remove(one, [])).toBe("written");
      });
    });

    describe("update", () => {
      it("sets, adds and removes at once and leaves the rest alone", async () => {
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

      it("makes a missing item, with its key even when it changes nothing", async () => {
        await table.update({ key: { pk, sk: "made" }, add: { count: 1 } });
        await table.update({ key: { pk, sk: "bare" } });
        expect(await table.get({ pk, sk: "made" })).toEqual({ pk, sk: "made", count: 1 });
        expect(await table.get({ pk, sk: "bare" })).toEqual({ pk, sk: "bare" });
      });

      it("of the key, or of one attribute twice, is refused", async () => {
        const key = { pk, sk: "a" };
        for (const change of [
          { set: { sk: "b" } },
          { set: { n: 1 }, add: { n: 1 } },
          { set: { n: 1 }, remove: ["n"] },
        ]) {
          await expect(table.update({ key, ...change })).rejects.toMatchObject({ code: "invalid_input" });
        }
      });

      it("adding to something that isn't a number is refused", async () => {
        await put({ pk, sk: "a", count: "two" });
        await expect(table.update({ key: { pk, sk: "a" }, add: { count: 1 } })).rejects.toMatchObject({
          code: "invalid_input",
        });
      });
    });

    describe("remove", () => {
      it("takes the item away, or leaves it when the condition fails", async () => {
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

    describe("getAll", () => {
      it("answers in the order of the keys, also for unknown and repeated ones and more than one batch", async () => {
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

      it("answers more than one answer can hold", async () => {
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

      it("bounds are inclusive, and each may be missing", async () => {
        await putKeys("a", "b", "c", "d");
        expect(await sorted({ from: "b", to: "c" })).toEqual(["b", "c"]);
        expect(await sorted({ from: "c" })).toEqual(["c", "d"]);
        expect(await sorted({ to: "b" })).toEqual(["a", "b"]);
        expect(await sorted({ from: "", to: "a" })).toEqual(["a"]);
        expect(await sorted({ from: "d", to: "a" })).toEqual([]);
      });

      it("prefixes match by characters, not as bounds", async () => {
        await putKeys("walk", "walk#", "walk#1", "walk#\u{10ffff}z", "walk$", "wal", "\u{10ffff}", "\u{10ffff}a");
        expect(await sorted({ prefix: "walk#" })).toEqual(["walk#", "walk#1", "walk#\u{10ffff}z"]);
        expect(await sorted({ prefix: "\u{10ffff}" })).toEqual(["\u{10ffff}", "\u{10ffff}a"]);
        expect(await sorted({ prefix: "" })).toHaveLength(8);
      });

      it("goes on behind `after`, whether that item still stands, in both directions", async () => {
        await putKeys("a", "b", "c", "d");
        expect(await sorted({ after: "b" })).toEqual(["c", "d"]);
        expect(await sorted({ after: "bb" })).toEqual(["c", "d"]);
        expect(await sorted({ after: "c", descending: true })).toEqual(["b", "a"]);
      });

      it("takes an `after` outside of its bounds", async () => {
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

      it("takes no more than the limit, and `more` says whether to go on", async () => {
        await putKeys("a", "b", "c");
        const page = await table.query({ pk, limit: 2 });
        expect(page.items.map(({ sk }) => sk)).toEqual(["a", "b"]);
        expect(page.more).toBe(true);
        expect((await table.query({ pk, after: "b", limit: 2 })).more).toBe(false);
      });

      it.each([true, false])("page after page reads everything once (descending: %s)", async (descending) => {
        const keys = Array.from({ length: 23 }, (_, number) => `n${String(number).padStart(2, "0")}`);
        await putKeys(...keys);
        const seen = [];
        for await (const { sk } of queryAll(table, { pk, limit: 5, descending })) seen.push(sk);
        expect(seen).toEqual(descending ? keys.toReversed() : keys);
      });

      it("reads partitions larger than one answer", async () => {
        const keys = Array.from({ length: 12 }, (_, number) => `n${String(number).padStart(2, "0")}`);
        await put(...keys.map((sk) => ({ pk, sk, long: "x".repeat(300_000) })));
        const first = await table.query({ pk });
        expect(first.items.length).toBeLessThan(12);
        expect(first.more).toBe(true);
        const seen = [];
        for await (const { sk } of queryAll(table, { pk })) seen.push(sk);
        expect(seen).toEqual(keys);
      });

      it("keeps partitions apart", async () => {
        await putKeys("a");
        expect((await table.query({ pk: `${pk}x` })).items).toEqual([]);
      });
    });

    describe("an item whose life has ended", () => {
      const ends = () => Math.floor(clock.now() / 1_000) + 10;

      it("is not read, by any way, deleted or not yet", async () => {
        await put({ pk, sk: "a", expiresAt: ends() }, { pk, sk: "b" });
        expect(await sorted({})).toEqual(["a", "b"]);
        clock.advance(11_000);
        expect(await table.get({ pk, sk: "a" })).toBeUndefined();
        expect(await table.getAll([{ pk, sk: "a" }])).toEqual([undefined]);
        expect(await sorted({})).toEqual(["b"]);
      });

      it("doesn't end a reading of all pages", async () => {
        const keys = Array.from({ length: 12 }, (_, number) => `n${String(number).padStart(2, "0")}`);
        await put(...keys.map((sk) => (sk < "n09" ? { pk, sk, expiresAt: ends() } : { pk, sk })));
        clock.advance(11_000);
        const seen = [];
        for await (const { sk } of queryAll(table, { pk, limit: 2 })) seen.push(sk);
        expect(seen).toEqual(["n09", "n10", "n11"]);
      });

      it("goes on where the topology names no expiry", async () => {
        const subscriptions = harness.table("subscriptions");
        await subscriptions.put([{ item: { pk, sk: "a", expiresAt: 1 } }]);
        expect(await subscriptions.get({ pk, sk: "a" })).toBeDefined();
      });
    });

    describe("an index", () => {
      it("holds the keys of the items that have its attributes, and follows their changes", async () => {
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

      it("orders numbers as numbers, up to an inclusive bound", async () => {
        const subscriptions = harness.table("subscriptions");
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

      it("page after page gives everything once, also where the sort keys are equal", async () => {
        const subscriptions = harness.table("subscriptions");
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
      });

      it("that the topology doesn't declare is refused", async () => {
        await expect(table.queryIndex({ index: "due", partition: "a" })).rejects.toMatchObject({
          code: "invalid_input",
        });
      });
    });
  });
}
