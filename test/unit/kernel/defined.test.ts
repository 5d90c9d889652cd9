import { expect, test } from "vitest";
import { defined } from "../../../shared/kernel/defined.ts";

test("undefined members are left out; null, false, 0 and the empty text stay", () => {
  expect(Object.keys(defined({ a: undefined, b: null, c: false, d: 0, e: "" }))).toEqual(["b", "c", "d", "e"]);
});
