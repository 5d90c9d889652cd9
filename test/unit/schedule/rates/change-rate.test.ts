import fc from "fast-check";
import { expect, test } from "vitest";
import {
  burstTime,
  type ChangeRate,
  expectedRate,
  halfLife,
  newChangeRate,
  rateOf,
  withObserved,
} from "../../../../shared/schedule/rates/change-rate.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.UTC(2026, 10, 21, 12);
const live = (...times: (number | undefined)[]) => ({ times, history: false });
const history = (...times: (number | undefined)[]) => ({ times, history: true });
const perDay = (activity: ChangeRate, at = now) => rateOf(activity, at) * day;

/** One change every `gap` ms for `span` ms before now. */
const regular = (gap: number, span: number) => Array.from({ length: span / gap }, (_, n) => now - span + (n + 1) * gap);

test("history that changed once a day for a year gives about one change a day", () => {
  const known = withObserved(newChangeRate(now - 365 * day), history(...regular(day, 365 * day)), now);
  expect(perDay(known)).toBeGreaterThan(0.95);
  expect(perDay(known)).toBeLessThan(1.05);
});

test("the recent past outweighs the far one", () => {
  const then = regular(day, 100 * day).map((time) => time - 300 * day);
  const stopped = withObserved(newChangeRate(now - 400 * day), history(...then), now);
  const began = withObserved(newChangeRate(now - 400 * day), history(...regular(day, 100 * day)), now);
  expect(perDay(began)).toBeGreaterThan(10 * perDay(stopped));
});

test("in quiet time the rate only falls, and to half of the evidence per half-life", () => {
  const known = withObserved(newChangeRate(now - 365 * day), history(...regular(day, 365 * day)), now);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), (one, more) => {
      expect(rateOf(known, now + (one + more) * day)).toBeLessThanOrEqual(rateOf(known, now + one * day) + 1e-18);
    }),
  );
  expect(perDay(known, now + halfLife) / perDay(known)).toBeCloseTo(0.5, 1);
});

test("dates that nobody could believe make no owner faster or slower than what was found", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer(), { nil: undefined }), { minLength: 1, maxLength: 20 }), (dates) => {
      const known = withObserved(newChangeRate(now - 30 * day), live(...dates), now);
      // At least one moment was found, and no more than there are dates; all of them weigh as of now.
      expect(known.moments).toBeGreaterThan(0.97);
      expect(known.moments).toBeLessThanOrEqual(dates.length);
      expect(known.since).toBe(now - 30 * day);
      expect(known.last).toBeLessThanOrEqual(now);
    }),
  );
});

test("history from the future, or without a date, counts as of now", () => {
  const known = withObserved(newChangeRate(now), history(now + 1_000 * day, undefined), now);
  expect(known).toMatchObject({ moments: 1, last: now, since: now });
});

test("a file that its uploader dates back a year doesn't change since when a standing feed is known", () => {
  const known = withObserved(newChangeRate(now - day), live(now - 365 * day), now);
  expect(known).toMatchObject({ since: now - day, last: now, moments: 1 });
});

test("a hundred files uploaded within one minute are one moment", () => {
  const base = Math.floor(now / minute) * minute - 10 * minute;
  const upload = Array.from({ length: 100 }, (_, n) => base + n * 500);
  expect(withObserved(newChangeRate(now - day), live(...upload), now).moments).toBeCloseTo(1, 3);
});

test("visits that find the same things in pieces know as much as one that finds them together", () => {
  const times = regular(2 * day, 60 * day);
  const once = withObserved(newChangeRate(now - 60 * day), history(...times), now);
  const half = withObserved(newChangeRate(now - 60 * day), history(...times.slice(0, 15)), now);
  const twice = withObserved(half, history(...times.slice(15)), now);
  expect(twice.moments).toBeCloseTo(once.moments, 2);
  expect(twice.last).toBe(once.last);
});

test("after a change more is expected, and the more so where changes have come in bursts; it passes within hours", () => {
  const lone = withObserved(newChangeRate(now - 365 * day), history(...regular(20 * day, 360 * day)), now);
  const bursts = regular(20 * day, 360 * day).flatMap((time) => [time - 10 * minute, time - 5 * minute, time]);
  const bursty = withObserved(newChangeRate(now - 365 * day), history(...bursts), now);
  const lift = (one: ChangeRate, at: number) => expectedRate(one, at) / rateOf(one, at);
  expect(lift(bursty, now)).toBeGreaterThan(10);
  expect(lift(lone, now)).toBeLessThan(lift(bursty, now) / 2);
  expect(expectedRate(bursty, now + 20 * burstTime)).toBeLessThan(rateOf(bursty, now));
});
