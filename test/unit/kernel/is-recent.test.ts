import { expect, test } from "vitest";
import { isRecent } from "../../../shared/kernel/is-recent.ts";

test("an event exactly that long ago isn't recent, and neither is one that far ahead", () => {
  const at = [940, 941, 1_000, 1_059, 1_060];
  expect(at.map((time) => isRecent(time, 60, 1_000))).toEqual([false, true, true, true, false]);
});
