import { describe, expect, it } from "vitest";
import { paceOf } from "../../../infra/node/pace-of.ts";

/**
 * Replays that need `cpu` of a core at their full rate, beside other work, after `idle` ms without any. Returns their
 * share at each of 20 chunks.
 */
function sharesBeside(other: number, cpu: number, idle = 0): readonly number[] {
  let [now, used] = [0, 0];
  const pace = paceOf(
    () => now,
    () => used,
  );
  [now, used] = [idle, idle * other];
  return Array.from({ length: 20 }, () => {
    const share = pace();
    now += 1_000;
    used += 1_000 * (other + cpu * share);
    return share;
  });
}

describe("the pace of replays on one machine", () => {
  it("rises to their full rate within eight chunks of the start while the thread has time", () => {
    const shares = sharesBeside(0.1, 0.3);
    expect(shares[0]).toBe(0.05);
    expect(new Set(shares.slice(8))).toEqual(new Set([1]));
  });

  it("begins after a rest with the time that other work leaves", () => {
    expect(sharesBeside(0, 0.3, 60_000)[0]).toBe(1);
    expect(sharesBeside(0.1, 0.3, 60_000)[0]).toBeCloseTo(0.8, 9);
    expect(sharesBeside(0.6, 0.3, 60_000)).toEqual(Array.from({ length: 20 }, () => 0.05));
  });

  it("falls within four chunks until the thread works half of the time", () => {
    const shares = sharesBeside(0.4, 1, 60_000);
    expect(shares[0]).toBeCloseTo(0.2, 9);
    expect(Math.max(...shares.slice(4))).toBeLessThan(0.11);
    expect(shares.at(-1)).toBeCloseTo(0.1, 2);
  });

  it("is at least a twentieth, and the full rate again when the thread has time", () => {
    expect(sharesBeside(0.9, 0.4).at(-1)).toBe(0.05);
    let [now, used] = [0, 0];
    const pace = paceOf(
      () => now,
      () => used,
    );
    const after = (cpu: number) => {
      now += 2_000;
      used += 2_000 * cpu;
      return pace();
    };
    for (let chunk = 0; chunk < 10; chunk += 1) after(1);
    expect(after(1)).toBe(0.05);
    for (let chunk = 0; chunk < 20; chunk += 1) after(0.1);
    expect(after(0.1)).toBe(1);
  });

  it("changes once a second, however many replays ask, and survives a clock that is set back", () => {
    let [now, used] = [0, 0];
    const pace = paceOf(
      () => now,
      () => used,
    );
    [now, used] = [20_000, 0];
    expect(pace()).toBe(1);
    [now, used] = [21_000, 1_000];
    expect(Array.from({ length: 10 }, () => pace())).toEqual(Array.from({ length: 10 }, () => 0.25));
    now = -100_000;
    expect([pace(), pace()]).toEqual([0.25, 0.25]);
    [now, used] = [-98_000, 3_000];
    expect(pace()).toBe(0.0625);
  });
});
