import { expect, test } from "vitest";
import { canonicalInstant, unixMs } from "../../../shared/kernel/instant.ts";

const noon = Date.UTC(2026, 0, 5, 12);

test.each([
  ["2026-01-05T12:00:00Z", noon],
  ["2026-01-05T12:00:00.123456Z", noon + 123],
  ["2026-01-05T12:00:00.9999999Z", noon + 999],
  ["2026-01-05T13:00:00.5+01:00", noon + 500],
  ["2026-01-05t04:00:00-08:00", noon],
])("%s is truncated to the millisecond, whatever its offset", (text, expected) => {
  expect(unixMs(text)).toBe(expected);
});

test.each(["2026-01-05", "2026-01-05T12:00:00", "yesterday", "2026-13-05T12:00:00Z", 5, null])(
  "%s is no instant",
  (value) => {
    expect(unixMs(value)).toBeUndefined();
  },
);

test.each([
  ["2026-01-05T13:00:00.120000+01:00", "2026-01-05T12:00:00.12Z"],
  ["2026-01-05t12:00:00.000z", "2026-01-05T12:00:00Z"],
  ["2026-01-05T12:00:00.123456789Z", "2026-01-05T12:00:00.123456789Z"],
])("%s has one spelling, to its last digit", (text, expected) => {
  expect(canonicalInstant(text)).toBe(expected);
});

test("an invalid instant has no such spelling", () => {
  expect(canonicalInstant("2026-01-05")).toBeUndefined();
});

test("a fraction of a million digits is spelled in linear time", () => {
  const fraction = `${"0".repeat(1_000_000)}1`;
  expect(canonicalInstant(`2026-01-05T12:00:00.${fraction}Z`)).toHaveLength(20 + 1 + fraction.length);
});
