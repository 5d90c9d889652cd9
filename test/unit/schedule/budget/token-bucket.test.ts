import fc from "fast-check";
import { expect, test } from "vitest";
import { classPolicies, dearestMessage } from "../../../../shared/schedule/budget/class-policy.ts";
import {
  availableTo,
  capacityOf,
  emptyBucket,
  refilled,
  spent,
} from "../../../../shared/schedule/budget/token-bucket.ts";
import { scheduledClasses } from "../../../../shared/schedule/feeds/feed-kinds.ts";

const steps = fc.array(
  fc.record({
    elapsed: fc.integer({ min: 0, max: 60_000 }),
    unspent: fc.double({ min: 0, max: 1, noNaN: true }),
    spend: fc.array(
      fc.record({ name: fc.constantFrom(...scheduledClasses), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
    ),
  }),
  { minLength: 1, maxLength: 60 },
);

test("whatever the classes take, grants beyond returned requests never exceed rate × time + capacity", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.05, max: 100, noNaN: true }),
      fc.integer({ min: 200, max: 60_000 }),
      steps,
      (rate, window, all) => {
        let tokenBucket = refilled(emptyBucket, rate, window, window);
        // A meter that drains at the rate: what was granted and isn't paid for by time yet.
        let outstanding = 0;
        let granted = 0;
        for (const { elapsed, spend, unspent } of all) {
          const givenBack = Math.max(0, Math.min(outstanding, Math.floor(granted * unspent)));
          granted = 0;
          tokenBucket = refilled(tokenBucket, rate, elapsed, window, givenBack);
          // What is given back may be granted at once beside a full bucket: it was granted before, and nobody used it.
          outstanding = Math.max(-givenBack, outstanding - givenBack - (rate * elapsed) / 1_000);
          for (const { name, part } of spend) {
            const requests = Math.floor(availableTo(name, tokenBucket) * part);
            tokenBucket = spent(name, requests, tokenBucket);
            outstanding += requests;
            granted += requests;
          }
          expect(outstanding).toBeLessThanOrEqual(capacityOf(rate, window) + 1e-6);
        }
      },
    ),
  );
});

test("requests that return unspent are granted again, however many they are", () => {
  const window = 30_000;
  let tokenBucket = refilled(emptyBucket, 5, window, window);
  let used = 0;
  for (let tick = 0; tick < 400; tick += 1) {
    const booked = availableTo("owners", tokenBucket);
    const needed = Math.floor(booked / 3);
    used += needed;
    tokenBucket = refilled(spent("owners", booked, tokenBucket), 5, 15_000, window, booked - needed);
  }
  expect(used).toBeGreaterThan(0.95 * 5 * 15 * 400);
});

test("a class that never gets anything of the common part still gets its share, however short the ticks", () => {
  const window = 5_000;
  let tokenBucket = emptyBucket;
  let walks = 0;
  for (let tick = 0; tick < 5 * 600; tick += 1) {
    tokenBucket = refilled(tokenBucket, 5, 200, window);
    // The classes before it take all they can.
    for (const name of ["timelines", "rooms", "owners"] as const)
      tokenBucket = spent(name, availableTo(name, tokenBucket), tokenBucket);
    if (availableTo("walks", tokenBucket) >= 10) {
      tokenBucket = spent("walks", 10, tokenBucket);
      walks += 10;
    }
  }
  // 10 % of 5 requests per second over 10 minutes.
  expect(walks).toBeGreaterThanOrEqual(0.1 * 5 * 600 - 10);
});

test("a budget below one request per tick is saved up in fractions", () => {
  let tokenBucket = emptyBucket;
  let granted = 0;
  for (let tick = 0; tick < 3_600; tick += 1) {
    tokenBucket = refilled(tokenBucket, 0.1, 1_000, 5_000);
    const available = availableTo("owners", tokenBucket);
    if (available < 14) continue;
    tokenBucket = spent("owners", 14, tokenBucket);
    granted += 14;
  }
  expect(granted).toBeGreaterThan(200);
  expect(granted).toBeLessThanOrEqual(0.1 * 3_600 + capacityOf(0.1, 5_000));
});

test("what an idle class can't keep goes to the others", () => {
  let tokenBucket = emptyBucket;
  for (let tick = 0; tick < 100; tick += 1) tokenBucket = refilled(tokenBucket, 5, 15_000, 30_000);
  const before = availableTo("owners", tokenBucket);
  tokenBucket = spent("owners", before, tokenBucket);
  tokenBucket = refilled(tokenBucket, 5, 15_000, 30_000);
  expect(availableTo("owners", tokenBucket)).toBeGreaterThanOrEqual(0.8 * 75);
});

test("worked examples of a bucket's capacity: a message of each class, or the income", () => {
  const dearest = Object.entries(classPolicies).map(([name, policy]) => [name, dearestMessage(policy)]);
  expect(Object.fromEntries(dearest)).toEqual({ timelines: 4, rooms: 12, owners: 14, small: 6, walks: 10, scrubs: 10 });
  // 22.5 + 13.5 + 14 + 6 + 10 + 10 for the classes, 14 for the dearest message, and half of 150.
  expect(capacityOf(5, 30_000)).toBeCloseTo(165, 9);
  expect(capacityOf(100, 30_000)).toBeCloseTo(3_000, 9);
  expect(capacityOf(0.1, 5_000)).toBeCloseTo(4 + 12 + 14 + 6 + 10 + 10 + 14 + 0.25, 9);
});

test("a message takes its cost from its class's own part, and the rest from the common part", () => {
  const bucket = { common: 5, own: { walks: 10 } };
  expect(spent("walks", 4, bucket)).toEqual({ common: 5, own: { walks: 6 } });
  expect(spent("walks", 12, bucket)).toEqual({ common: 3, own: { walks: 0 } });
});
