import fc from "fast-check";
import { expect, test } from "vitest";
import { type CompleteRead, mostReads, withRead } from "../../../../shared/schedule/feeds/complete-reads.ts";

const apart = 200_000;

/** What is kept of readings that ended at these times. */
const keptOf = (times: readonly number[]): readonly CompleteRead[] =>
  times.reduce<readonly CompleteRead[]>((reads, by) => withRead(reads, { from: by - 1, by, lateness: 0 }, apart), []);

test("the last two readings are kept, and older ones that reach back", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1_000, max: 60_000 }), { minLength: 2, maxLength: 400 }), (gaps) => {
      let now = 0;
      const times = gaps.map((gap) => (now += gap));
      const kept = keptOf(times);
      expect(kept.length).toBeLessThanOrEqual(mostReads);
      expect(kept.slice(-2).map(({ by }) => by)).toEqual(times.slice(-2));
      // Whatever heartbeat is the last one seen, some reading shortly before it is known.
      const since = Math.max(times[0]!, now - 3 * apart);
      expect(kept[0]!.by).toBeLessThanOrEqual(since);
      const older = kept.slice(0, -2).map(({ by }) => by);
      for (const [at, by] of older.slice(1).entries()) expect(by - older[at]!).toBeLessThan(apart + 120_000);
    }),
  );
});

test("readings from before our clock was set back are forgotten", () => {
  expect(keptOf([10, 20, 900, 15]).map(({ by }) => by)).toEqual([10, 15]);
});
