import { describe, expect, it } from "vitest";
import type { Item, Table } from "../../shared/kernel/ports/table.ts";
import type { TableContext } from "./table-context.ts";

export function describeTableConditions(given: TableContext): void {
  const put = (item: Item) => given.table("feeds").put([{ item }]);

  describe("conditions", () => {
    const one = { pk: "conditions", sk: "a" };
    const outcome = (item: Item | undefined, clause: Parameters<Table["remove"]>[1]) => async () => {
      if (item === undefined) await given.table("feeds").remove(one);
      else await put(item);
      return given
        .table("feeds")
        .update({ key: one, set: { touched: true }, ...(clause === undefined ? {} : { when: clause }) });
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
      ["absentOrAbove fails on a text", seq("4"), { is: "absentOrAbove", value: 3 }, "conflict"],
      ["above fails on a missing item", undefined, { is: "above", value: 3 }, "conflict"],
      ["above fails on the same", seq(3), { is: "above", value: 3 }, "conflict"],
      ["above holds above", seq(4), { is: "above", value: 3 }, "written"],
      ["above fails on a text", seq("4"), { is: "above", value: 3 }, "conflict"],
    ] as const)("%s", async (_, item, clause, expected) => {
      expect(await outcome(item, [{ attribute: "seq", ...clause }])()).toBe(expected);
    });

    it("must all hold", async () => {
      const clauses = [
        { attribute: "rev", is: "equal", value: 1 } as const,
        { attribute: "state", is: "absent" } as const,
      ];
      await put({ ...one, rev: 1, state: "live" });
      expect(await given.table("feeds").update({ key: one, add: { rev: 1 }, when: clauses })).toBe("conflict");
      await put({ ...one, rev: 1 });
      expect(await given.table("feeds").update({ key: one, add: { rev: 1 }, when: clauses })).toBe("written");
    });

    it("always hold if there are no clauses", async () => {
      expect(await given.table("feeds").update({ key: one, set: { a: 1 }, when: [] })).toBe("written");
      expect(await given.table("feeds").remove(one, [])).toBe("written");
    });
  });
}
