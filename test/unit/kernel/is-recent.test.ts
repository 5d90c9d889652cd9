import { expect, test } from "vitest";
import { isRecent } from "../../../shared/kernel/is-recent.ts";

test("what happened as long ago as that isn't recent any more, and what lies as far ahead never was", () => {
  const at = [940, 941, 1_000, 1_059, 1_060];
  expect(at.map((time) => isRecent(time, 60, 1_000))).toEqual([false, true, true, true, false]);
});
