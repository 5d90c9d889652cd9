import fc from "fast-check";
import { expect, test } from "vitest";
import {
  burstTime,
  type ChangeRate,
  changeRate,
  expectedRate,
  halfLife,
  isAhead,
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

test("the recent past outweighs the distant one", () => {
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

test("implausible dates don't make an owner faster or slower", () => {
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

test("history older than the rate's memory makes an owner quiet, not busy", () => {
  const known = (age: number) => withObserved(newChangeRate(now - age * day), history(now - age * day), now);
  expect(perDay(known(1_000))).toBeCloseTo(perDay(known(599)), 3);
  expect(known(1_000)).toMatchObject({ since: now - 1_000 * day, last: now - 10 * halfLife });
  expect(withObserved(newChangeRate(now), history(0), now).last).toBe(now - 10 * halfLife);
});

test("a file that its uploader dates back a year doesn't change since when an existing feed is known", () => {
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

test("a change raises the expectation, more so if changes have come in bursts, and for hours only", () => {
  const lone = withObserved(newChangeRate(now - 365 * day), history(...regular(20 * day, 360 * day)), now);
  const bursts = regular(20 * day, 360 * day).flatMap((time) => [time - 10 * minute, time - 5 * minute, time]);
  const bursty = withObserved(newChangeRate(now - 365 * day), history(...bursts), now);
  const lift = (one: ChangeRate, at: number) => expectedRate(one, at) / rateOf(one, at);
  expect(lift(bursty, now)).toBeGreaterThan(10);
  expect(lift(lone, now)).toBeLessThan(lift(bursty, now) / 2);
  expect(expectedRate(bursty, now + 20 * burstTime)).toBeLessThan(rateOf(bursty, now));
});

/** A feed that has been known for this many days. */
const knownFor = (days: number, rest: Partial<ChangeRate> = {}): ChangeRate => ({
  ...{ moments: 0, following: 0, at: now, since: now - days * day },
  ...rest,
});

test("worked examples of the rate: the usual one, after one change, after quiet, and of half-forgotten changes", () => {
  expect(perDay(knownFor(0))).toBeCloseTo(0.5, 9);
  expect(perDay(knownFor(0, { moments: 1 }))).toBeCloseTo(3.833333333, 9);
  expect(perDay(knownFor(60))).toBeCloseTo(0.003441879, 9);
  expect(perDay(knownFor(120, { moments: 8, at: now - halfLife }))).toBeCloseTo(0.063629542, 9);
});

test("worked examples of the current expectation, if half of the changes followed another one", () => {
  const known = knownFor(365, { moments: 10, following: 5 });
  const expectedPerDay = (one: ChangeRate, at = now) => expectedRate(one, at) * day;
  expect(expectedPerDay(known), "nobody knows when the last one was").toBeCloseTo(perDay(known), 9);
  expect(expectedPerDay({ ...known, last: now })).toBeCloseTo(17.81871971, 6);
  expect(expectedPerDay({ ...known, last: now - burstTime })).toBeCloseTo(6.602394656, 6);
  const old = { moments: 10, following: 5, at: now - halfLife, last: now - halfLife };
  expect(expectedPerDay(knownFor(425, old))).toBeCloseTo(0.041851263, 9);
  const often = { moments: 400, following: 100, last: now };
  expect(expectedPerDay(knownFor(10, often)), "so many come so close by chance").toBeCloseTo(41.066327985, 6);
  expect(expectedPerDay(knownFor(70, { ...often, at: now - halfLife }))).toBeCloseTo(11.379737301, 6);
});

test("earlier finds count half after a half-life, and so does whether they followed another one", () => {
  const before = { moments: 4, following: 2, at: now - halfLife, since: now - 365 * day, last: now - halfLife };
  expect(withObserved(before, live(now), now)).toStrictEqual({
    ...before,
    moments: 3,
    following: 1,
    at: now,
    last: now,
  });
});

test("a change follows another one within half an hour, in whatever order they are found", () => {
  const following = (last: number, ...times: number[]) =>
    withObserved({ ...newChangeRate(now - day), last }, live(...times), now).following;
  expect(following(now - burstTime, now)).toBe(1);
  expect(following(now - burstTime - 1, now)).toBe(0);
  expect(following(now, now)).toBe(1);
  expect(following(now - minute, now - 5 * minute), "one that is found late follows none").toBe(0);
  expect(following(now - 10 * 60 * minute, now, now - 10 * minute, now - 20 * minute)).toBeCloseTo(2, 3);
  expect(withObserved(newChangeRate(now - day), live(now), now).following, "the first one follows none").toBe(0);
});

test("history shows since when an owner is known, and a visit that finds nothing shows nothing", () => {
  const since = now - day;
  const found = withObserved(newChangeRate(since), history(now - 5 * day, now - 10 * day), now);
  expect(found).toMatchObject({ since: now - 10 * day, last: now - 5 * day });
  expect(withObserved(newChangeRate(since), history(now - minute), now)).toMatchObject({ since });
  const nothing = { moments: 0, following: 0, at: now, since };
  expect(withObserved(newChangeRate(since), history(), now)).toStrictEqual(nothing);
});

test("a date within the last two days is believed for new finds", () => {
  for (const age of [day, 2 * day])
    expect(withObserved(newChangeRate(now - 30 * day), live(now - age), now).last).toBe(now - age);
  expect(withObserved(newChangeRate(now - 30 * day), live(now - 2 * day - 1), now).last).toBe(now);
});

test("a stored rate without a number is refused", () => {
  const stored = knownFor(1, { last: now });
  expect(changeRate.parse(stored)).toEqual(stored);
  for (const name of ["moments", "following", "at", "since"])
    expect(changeRate.safeParse({ ...stored, [name]: undefined }).success).toBe(false);
});

test("a rate that was stored while our clock was ahead becomes one of today with the next write", () => {
  const year = 365 * day;
  const ahead = withObserved(newChangeRate(now + year), live(now + year, now + year + minute), now + year + minute);
  expect(isAhead(ahead, now)).toBe(true);
  // A change in the future by a wrong clock doesn't make another one likely today.
  expect(expectedRate(ahead, now)).toBe(rateOf(ahead, now));
  const settled = withObserved(ahead, live(), now);
  expect(isAhead(settled, now)).toBe(false);
  expect(settled).toMatchObject({ at: now, since: now });
  expect(settled).not.toHaveProperty("last");
  expect(perDay(settled, now + 30 * day)).toBeLessThan(0.1);
  expect(isAhead(newChangeRate(now), now - 30_000)).toBe(false);
});

test("an older change that is found later moves the last one back no more than it happened", () => {
  const known = withObserved(newChangeRate(now - 365 * day), history(now - day), now);
  expect(withObserved(known, history(now - 2 * day), now).last).toBe(now - day);
});

test.each(["at", "since", "last"] as const)(
  "a rate whose %s is in the future was stored while our clock was ahead",
  (name) => {
    const known = { ...newChangeRate(now), last: now };
    expect([isAhead(known, now), isAhead({ ...known, [name]: now + day }, now)]).toEqual([false, true]);
  },
);
