import { expect, test } from "vitest";
import { ClockOffsets } from "../../../shared/source/clock-skew.ts";
import { pathOf, queryOf } from "../../../shared/source/path-of.ts";

test("hazard 66: ids are percent-encoded whatever they hold", () => {
  expect(pathOf("person", "a/b?c#d e%")).toBe("/person/a%2Fb%3Fc%23d%20e%25");
});

test("hazard 22: a plus sign in a query survives", () => {
  expect(queryOf({ since: "2026-01-01T00:00:00+01:00", q: "a b" })).toBe(
    "?since=2026-01-01T00%3A00%3A00%2B01%3A00&q=a%20b",
  );
  expect(queryOf()).toBe("");
});

test("the largest clock offset in the window counts, and the last one stays however old it is", () => {
  const offsets = new ClockOffsets(600_000);
  expect(offsets.of("acme")).toBeUndefined();
  offsets.observe("acme", 5_000, 1_000);
  offsets.observe("acme", 60_500, 60_000);
  expect(offsets.of("acme")).toBe(4_000);
  offsets.observe("acme", 700_500, 700_000);
  expect(offsets.of("acme")).toBe(500);
  expect(offsets.of("other")).toBeUndefined();
});

test("a clock offset that no delay explains came from a clock that was set ahead, and earlier measurements are forgotten", () => {
  const offsets = new ClockOffsets(600_000);
  offsets.observe("acme", 100_000, 100_000);
  offsets.observe("acme", 101_000, 131_000);
  expect(offsets.of("acme")).toBe(0);
  offsets.observe("acme", 140_000, 380_000);
  expect(offsets.of("acme")).toBe(-240_000);
  offsets.observe("acme", 150_000, 150_000);
  expect(offsets.of("acme")).toBe(0);
  // The closest measurement decides, not the slowest response.
  offsets.observe("acme", 151_000, 251_000);
  offsets.observe("acme", 152_000, 282_000);
  expect(offsets.of("acme")).toBe(-130_000);
});
