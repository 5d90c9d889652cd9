import { expect, test } from "vitest";
import { isId, isReadableId } from "../../../shared/source/path-of.ts";

test.each([
  ["7", true],
  [" ", true],
  ["å/?#", true],
  ["", false],
  ["a\ud800", false],
  [7, false],
  [undefined, false],
  [null, false],
  [{}, false],
])("%j can be an id: %s", (id, expected) => {
  expect(isId(id)).toBe(expected);
  expect(isReadableId(id)).toBe(expected);
});

test("an id of up to 2048 bytes can be requested", () => {
  expect(isReadableId("x".repeat(2_048))).toBe(true);
  expect(isReadableId("x".repeat(2_049))).toBe(false);
  expect(isReadableId("å".repeat(1_024))).toBe(true);
  expect(isReadableId("å".repeat(1_025))).toBe(false);
  expect(isId("x".repeat(2_049))).toBe(true);
});
