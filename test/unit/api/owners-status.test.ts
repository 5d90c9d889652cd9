import { describe, expect, it } from "vitest";
import { ownersStatus } from "../../../shared/api/status/feed-status.ts";
import { newPlan } from "../../../shared/schedule/wheel/plan.ts";
import { newWheel } from "../../../shared/schedule/wheel/wheel.ts";

const now = Date.UTC(2026, 10, 21, 12);
const plan = { ...newPlan(now - 10_000, 5) };
const turning = (turnAt: number, lastTurn: number) => ({
  ...plan,
  wheels: { owners: { ...newWheel(now), turnAt, lastTurn } },
});

describe("the owners' lag", () => {
  it("is unknown before the first tick, and before the wheel has turned once", () => {
    expect(ownersStatus(undefined, false, now)).toBeUndefined();
    expect(ownersStatus(plan, false, now)).toEqual({
      status: "connecting",
      lastPoll: "2026-11-21T11:59:50.000Z",
      estimated: true,
    });
  });

  it("is the last whole turn", () => {
    expect(ownersStatus(turning(now - 30_000, 120_000), false, now)?.lagSeconds).toBe(120);
  });

  it("grows with a turn that takes longer", () => {
    expect(ownersStatus(turning(now - 300_000, 120_000), false, now)?.lagSeconds).toBe(300);
  });

  it("isn't promised while the instance is parked", () => {
    expect(ownersStatus(turning(now, 1), true, now)).not.toHaveProperty("lagSeconds");
  });
});
