import { expect, test } from "vitest";
import { endOfPrefix } from "../../../shared/adapters/sqlite/sort-key-range.ts";

test.each([
  ["a", "b"],
  ["a\u{d7ff}", "a\u{e000}"],
  ["a\u{fffff}", "a\u{100000}"],
  ["a\u{10ffff}", "b"],
  ["\u{10ffff}\u{10ffff}", undefined],
  ["", undefined],
])("the keys with the prefix %j end before %j", (prefix, end) => {
  expect(endOfPrefix(prefix)).toBe(end);
});
