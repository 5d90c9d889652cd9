import { describe, expect, it } from "vitest";
import { lateStart, pointsOf, type Statistics, seriesOf, thinned } from "../../infra/portal/app/logic/series.ts";

describe("figures for charts", () => {
  const at = (minute: number) => new Date(minute * 60_000).toISOString();
  const one = (since: number, ...slots: Statistics["slots"]): Statistics => {
    return { since: at(since), until: at(since + 30), slotSeconds: 600, slots };
  };

  it("are per minute across all endpoints, with the slowest latency and no gaps", () => {
    const series = seriesOf(
      [
        one(0, { at: at(0), attempts: 30, successRate: 2 / 3, p50Ms: 10, p95Ms: 20 }),
        one(
          10,
          { at: at(10), attempts: 10, successRate: 1, p50Ms: 5, p95Ms: 50 },
          { at: at(30), attempts: 5, successRate: 0 },
        ),
        one(0, { at: at(10), attempts: 10, successRate: 0.5, p50Ms: 7, p95Ms: 9 }),
      ],
      2_400,
    );
    expect(series).toEqual({
      ...{ times: [0, 600, 1_200, 1_800], slotSeconds: 600 },
      delivered: [2, 1.5, 0, 0],
      failed: [1, 0.5, 0, 0.5],
      p50Ms: [10, 7, null, null],
      p95Ms: [20, 50, null, null],
    });
    expect(seriesOf([], 0).times).toEqual([]);
  });

  it("count the time that the running slot has lasted, but no less than a minute", () => {
    const statistics = [one(0, { at: at(20), attempts: 6, successRate: 1 })];
    expect(seriesOf(statistics, 20 * 60 + 120).delivered).toEqual([0, 0, 3]);
    expect(seriesOf(statistics, 20 * 60 + 1).delivered).toEqual([0, 0, 6]);
  });

  it("leave out a slot that has just begun, because its attempts aren't counted yet", () => {
    const statistics = [one(0, { at: at(10), attempts: 6, successRate: 1 })];
    expect(seriesOf(statistics, 20 * 60 + 89).delivered).toHaveLength(2);
    expect(seriesOf(statistics, 20 * 60 + 90).delivered).toHaveLength(3);
  });

  it("take the longest slots if endpoints differ in age, and start with the oldest", () => {
    const hours: Statistics = {
      ...{ since: at(60), until: at(240), slotSeconds: 3_600 },
      slots: [{ at: at(120), attempts: 60, successRate: 1 }],
    };
    const series = seriesOf([{ ...one(190, { at: at(200), attempts: 30, successRate: 0 }) }, hours], 240 * 60);
    expect(series).toMatchObject({ times: [3_600, 7_200, 10_800], delivered: [0, 1, 0], failed: [0, 0, 0.5] });
    expect(lateStart(series, "30d")).toBe(3_600_000);
    expect(lateStart(series, "1h")).toBeUndefined();
  });

  it("become a line that touches the top, and neighbouring values are summed for a small chart", () => {
    expect(pointsOf([0, 2, 1], { width: 10, height: 4 })).toBe("0.0,4.0 5.0,0.0 10.0,2.0");
    expect(pointsOf([0, 0], { width: 10, height: 4 })).toBe("0.0,4.0 10.0,4.0");
    expect(pointsOf([3], { width: 10, height: 4 })).toBe("0.0,0.0 10.0,0.0");
    expect(thinned([1, 2, 3, 4, 5], 3)).toEqual([3, 7, 5]);
    expect(thinned([], 3)).toEqual([]);
  });
});
