import { describe, expect, it } from "vitest";
import { replayPace } from "../../../infra/node/create-handlers.ts";

/** Replays that need `cpu` of a core at their full rate, beside other work. Returns their share at each of 20 chunks. */
function sharesBeside(other: number, cpu: number): readonly number[] {
  let [now, used] = [0, 0];
  const pace = replayPace(
    () => now,
    () => used,
  );
  return Array.from({ length: 20 }, () => {
    const share = pace();
    now += 2_000;
    used += 2_000 * (other + cpu * share);
    return share;
  });
}

describe("the pace of replays on one machine", () => {
  it("is their full rate while the thread has time", () => {
    expect(new Set(sharesBeside(0.1, 0.3))).toEqual(new Set([1]));
  });

  it("falls within six chunks until the thread works half of the time", () => {
    const shares = sharesBeside(0.4, 0.4);
    expect(Math.max(...shares.slice(6))).toBeLessThan(0.35);
    expect(shares.at(-1)).toBeCloseTo(0.25, 2);
  });

  it("is at least a twentieth, and the full rate again when the thread has time", () => {
    expect(sharesBeside(0.9, 0.4).at(-1)).toBe(0.05);
    let [now, used] = [0, 0];
    const pace = replayPace(
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
    const pace = replayPace(
      () => now,
      () => used,
    );
    [now, used] = [1_000, 1_000];
    expect(Array.from({ length: 10 }, () => pace())).toEqual(Array.from({ length: 10 }, () => 0.5));
    now = -100_000;
    expect([pace(), pace()]).toEqual([0.5, 0.5]);
    [now, used] = [-98_000, 3_000];
    expect(pace()).toBe(0.25);
  });
});
