import { expect, test } from "vitest";
import { inBatches } from "../../../shared/adapters/aws/in-batches.ts";

test.each([
  [[], []],
  [[5, 5], [[5, 5]]],
  [
    [5, 6],
    [[5], [6]],
  ],
  [
    [1, 1, 1, 1],
    [[1, 1, 1], [1]],
  ],
  [
    [11, 1, 12],
    [[11], [1], [12]],
  ],
])("entries of %j bytes go into the batches %j of at most three entries and ten bytes", (sizes, batches) => {
  expect(inBatches(sizes, { count: 3, bytes: 10 }, (size) => size)).toEqual(batches);
});
