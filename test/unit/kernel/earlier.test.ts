import { expect, test } from "vitest";
import { earlier } from "../../../shared/kernel/instant.ts";

test.each([
  [1, 2, 1],
  [2, 1, 1],
  [undefined, 2, 2],
  [1, undefined, 1],
  [undefined, undefined, undefined],
])("of %s and %s, the earlier one is %s", (one, other, found) => {
  expect(earlier(one, other)).toBe(found);
});
