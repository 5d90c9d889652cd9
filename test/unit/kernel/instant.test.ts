import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalInstant, earlier, unixMs, utcDay, utcHour } from "../../../shared/kernel/instant.ts";

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

const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 0, 3) });

test("every instant's hour and day are named, whatever was asked before", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(instants, fc.integer({ min: -1, max: 2 ** 48 - 1 }))), (asked) => {
      for (const ms of asked) {
        const text = new Date(ms).toISOString();
        expect(utcHour(ms)).toBe(text.slice(0, 13));
        expect(utcDay(ms)).toBe(text.slice(0, 10));
      }
    }),
  );
});

test("an invalid instant has no hour", () => {
  expect(() => utcHour(Number.NaN)).toThrow(RangeError);
  expect(() => utcHour(Number.NaN)).toThrow(RangeError);
});

test.each([
  [1, 2, 1],
  [2, 1, 1],
  [undefined, 2, 2],
  [1, undefined, 1],
  [undefined, undefined, undefined],
])("of %s and %s, the earlier one is %s", (one, other, found) => {
  expect(earlier(one, other)).toBe(found);
});
