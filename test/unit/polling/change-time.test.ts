import { expect, test } from "vitest";
import { positionOf, sinceParameter, unixMs } from "../../../shared/polling/change-time.ts";

const noon = Date.UTC(2026, 0, 5, 12);

test.each([
  ["2026-01-05T12:00:00Z", noon],
  ["2026-01-05T12:00:00.123456Z", noon + 123],
  ["2026-01-05T12:00:00.9999999Z", noon + 999],
  ["2026-01-05T13:00:00.5+01:00", noon + 500],
  ["2026-01-05t04:00:00-08:00", noon],
])("reads %s cut off to the millisecond, whatever its offset", (text, expected) => {
  expect(unixMs(text)).toBe(expected);
});

test.each(["2026-01-05", "2026-01-05T12:00:00", "yesterday", "2026-13-05T12:00:00Z", 5, null])(
  "%s is no instant",
  (value) => {
    expect(unixMs(value)).toBeUndefined();
  },
);

test("hazard 8: a keyed timeline stands by its key alone, others by modified or else created", () => {
  const created = "2026-01-05T12:00:00Z";
  const modified = "2026-01-05T12:00:01Z";
  expect(positionOf({ created, modified }, "created")).toBe(noon);
  expect(positionOf({ created }, "modified")).toBeUndefined();
  expect(positionOf({ created, modified }, "changed")).toBe(noon + 1_000);
  expect(positionOf({ created, modified: null }, "changed")).toBe(noon);
  expect(positionOf("no row", "changed")).toBeUndefined();
});

test("hazard 22: since is sent in UTC", () => {
  expect(sinceParameter(noon + 7)).toBe("2026-01-05T12:00:00.007Z");
});
