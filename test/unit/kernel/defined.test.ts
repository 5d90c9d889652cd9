import { expect, test } from "vitest";
import { defined } from "../../../shared/kernel/defined.ts";

test("leaves out undefined members and keeps null, false, 0 and the empty text", () => {
  expect(Object.keys(defined({ a: undefined, b: null, c: false, d: 0, e: "" }))).toEqual(["b", "c", "d", "e"]);
});
