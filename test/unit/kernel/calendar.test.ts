import * as fc from "fast-check";
import { expect, test } from "vitest";
import { utcDay, utcHour } from "../../../shared/kernel/instant.ts";

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
