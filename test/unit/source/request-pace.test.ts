import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RequestPace } from "../../../shared/source/request-pace.ts";

const forever = Number.POSITIVE_INFINITY;

describe("the pace of requests to an instance", () => {
  it("starts at most ten seconds' worth in any ten seconds and a burst or a second's worth at once, whenever polls ask", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(3_000), { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.05, 0.5, 1, 3.3, 20, 66.6, 300),
        fc.integer({ min: 1, max: 100 }),
        (gaps, perSecond, together) => {
          const pace = new RequestPace(1_000);
          const starts: number[] = [];
          let now = 1_000_000;
          for (const gap of gaps) {
            now += gap;
            for (let one = 0; one < together; one += 1)
              starts.push(now + pace.reserve("acme", perSecond, now, forever)!);
          }
          const most = Math.max(1, Math.floor(10 * perSecond));
          const per = Math.max(10_000, (most * 1_000) / perSecond);
          for (const [position, start] of starts.entries()) {
            const earlier = starts[position - most];
            if (earlier !== undefined) expect(start - earlier).toBeGreaterThanOrEqual(per - 1e-6);
            const first = starts[position - Math.max(500, perSecond)];
            if (first !== undefined) expect(start).toBeGreaterThan(first);
          }
          expect(starts).toEqual(starts.toSorted((one, other) => one - other));
        },
      ),
    );
  });

  it("is separate for each instance, and absent without a rate", () => {
    const pace = new RequestPace(1_000);
    for (let one = 0; one < 10; one += 1) expect(pace.reserve("acme", 1, 0, forever)).toBe(0);
    expect(pace.reserve("acme", 1, 0, forever)).toBe(10_000);
    expect(pace.reserve("other", 1, 0, forever)).toBe(0);
    for (let one = 0; one < 100; one += 1) expect(pace.reserve("free", forever, 0, forever)).toBe(0);
  });

  it("reserves nothing that would start too late", () => {
    const pace = new RequestPace(1_000);
    for (let one = 0; one < 5; one += 1) pace.reserve("acme", 0.5, 0, forever);
    expect(pace.reserve("acme", 0.5, 4_000, 10_000)).toBeUndefined();
    expect(pace.reserve("acme", 0.5, 4_000, 10_001)).toBe(6_000);
  });

  it.each([
    { perSecond: 1, burst: 10, span: 10_000 },
    { perSecond: 0.05, burst: 1, span: 20_000 },
    { perSecond: 250, burst: 500, span: 2_000 },
  ])(
    "is behind if a request would wait longer than ten seconds or a span: $perSecond a second",
    ({ perSecond, burst, span }) => {
      const pace = new RequestPace(1_000);
      const behind = burst * (Math.max(span, 10_000) / span + 1);
      const ask = (times: number) => {
        for (let one = 0; one < times; one += 1) pace.reserve("acme", perSecond, 0, forever);
      };
      expect(pace.isBehind("acme", 0)).toBe(false);
      ask(behind - 1);
      expect(pace.isBehind("acme", 0)).toBe(false);
      ask(1);
      expect(pace.isBehind("acme", 0)).toBe(true);
      ask(burst);
      expect(pace.isBehind("acme", span)).toBe(true);
      expect(pace.isBehind("acme", 2 * span)).toBe(false);
      expect(pace.isBehind("other", 0)).toBe(false);
    },
  );

  it("isn't blocked by a clock that was set back", () => {
    const pace = new RequestPace(1_000);
    for (let one = 0; one < 10; one += 1) pace.reserve("acme", 1, 3_600_000, forever);
    expect(pace.reserve("acme", 1, 0, forever)).toBe(0);
  });
});
