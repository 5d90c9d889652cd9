import { expect, test } from "vitest";
import type { Verdict } from "./bridge/life.ts";
import { restricted, runPlan } from "./bridge/run-plan.ts";

/** The verdicts of a few of the seeds that `npm run simulate` runs by the hundred. */
const verdicts = new Map<number, Verdict>();

test.each([1, 2])("seed %i: the whole bridge keeps every promise, whatever happens to it", async (seed) => {
  const verdict = await runPlan(restricted(seed, {}));
  verdicts.set(seed, verdict);
  expect(verdict.violations).toEqual([]);
  // A history in which little happened would prove little.
  expect(verdict.reported).toBeGreaterThan(20);
  expect(verdict.dials).toBeGreaterThan(10);
});

test("equal seeds produce equal histories", async () => {
  const { trace = [] } = verdicts.get(1) ?? {};
  expect(trace.length).toBeGreaterThan(100);
  expect((await runPlan(restricted(1, {}))).trace).toEqual(trace);
});
