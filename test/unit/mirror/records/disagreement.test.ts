import { expect, test } from "vitest";
import { askAgainAt } from "../../../../shared/mirror/records/disagreement.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

test.each([
  { lag: 0, wait: minute },
  { lag: 5 * minute, wait: 5 * minute },
  { lag: 30 * day, wait: 7 * day },
])("a record whose read by id has lagged for $lag ms is read again after $wait ms", ({ lag, wait }) => {
  expect(askAgainAt({ fields: ["name"], since: 0, askedAt: lag })).toBe(lag + wait);
});
