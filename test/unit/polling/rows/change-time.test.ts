import { expect, test } from "vitest";
import { changeTimeOf, sinceParameter } from "../../../../shared/polling/rows/record-row.ts";

const noon = Date.UTC(2026, 0, 5, 12);

test("hazard 8: a keyed timeline is dated by its key alone, others by modified or else created", () => {
  const created = "2026-01-05T12:00:00Z";
  const modified = "2026-01-05T12:00:01Z";
  expect(changeTimeOf({ created, modified }, "created")).toBe(noon);
  expect(changeTimeOf({ created }, "modified")).toBeUndefined();
  expect(changeTimeOf({ created, modified }, "changed")).toBe(noon + 1_000);
  expect(changeTimeOf({ created, modified: null }, "changed")).toBe(noon);
  expect(changeTimeOf("no row", "changed")).toBeUndefined();
  expect(changeTimeOf(undefined, "created")).toBeUndefined();
});

test("hazard 22: since is sent in UTC", () => {
  expect(sinceParameter(noon + 7)).toBe("2026-01-05T12:00:00.007Z");
});
