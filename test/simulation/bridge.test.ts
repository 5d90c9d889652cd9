import { expect, test } from "vitest";
import { restricted, runPlan } from "./bridge/run-plan.ts";

/** A few of the seeds that `npm run simulate` runs by the hundred. */
test.each([1, 2])("seed %i: the whole bridge keeps every promise, whatever happens to it", async (seed) => {
  const { violations, told, dials } = await runPlan(restricted(seed, {}));
  expect(violations).toEqual([]);
  // A history in which little happened would prove little.
  expect(told).toBeGreaterThan(20);
  expect(dials).toBeGreaterThan(10);
});

test("equal seeds live through equal histories", async () => {
  const [one, other] = [await runPlan(restricted(7, {})), await runPlan(restricted(7, {}))];
  expect(one.trace.length).toBeGreaterThan(100);
  expect(other.trace).toEqual(one.trace);
});
