import { describe, expect, it } from "vitest";
import { ownersStatus } from "../../../shared/api/status/instance-status.ts";
import { type LevelCursor, newOwnersWheel, periodOf } from "../../../shared/schedule/wheel/owners-wheel.ts";
import { newPlan } from "../../../shared/schedule/wheel/plan.ts";

const now = Date.UTC(2026, 10, 21, 12);
const plan = newPlan(now - 10_000, 5);
const level = 11;
const dormant = 18;

/** A wheel on which one level holds owners, its hand so far round as `part` says. */
function turning(part: number, hand: Pick<LevelCursor, "turnAt" | "lastTurn">, at = level) {
  const wheel = newOwnersWheel(now - 10_000);
  const found = { slot: periodOf(at) * (2 + part), found: 0, foundBefore: 7, owed: 0, free: 0 };
  const levels = wheel.levels.map((one, index) => (index === at ? { ...found, ...hand } : one));
  return { ...plan, owners: { ...wheel, levels } };
}

describe("the owners' lag", () => {
  it("is unknown before the first tick, and before an owner is found on the wheel", () => {
    expect(ownersStatus(undefined, false, now)).toBeUndefined();
    expect(ownersStatus(plan, false, now)).toEqual({
      status: "connecting",
      estimated: true,
    });
  });

  it("is the last whole turn while this turn keeps its pace", () => {
    const half = turning(0.5, { turnAt: now - 60_000, lastTurn: 120_000 });
    expect(ownersStatus(half, false, now)).toMatchObject({ status: "active", lagSeconds: 120, stretch: 1 });
  });

  it("counts the rest of a turn that is slower than the last one, because the next owners waited that much longer", () => {
    const slow = turning(0.25, { turnAt: now - 110_000, lastTurn: 120_000 });
    expect(ownersStatus(slow, false, now)?.lagSeconds).toBe(200);
  });

  it("of dormant owners is separate", () => {
    const quiet = turning(0, { turnAt: now, lastTurn: 3_600_000 }, dormant);
    expect(ownersStatus(quiet, false, now)).toMatchObject({ dormant: 7, dormantLagSeconds: 3_600 });
    expect(ownersStatus(quiet, false, now)).not.toHaveProperty("lagSeconds");
  });

  it("isn't estimated while the instance is parked", () => {
    expect(ownersStatus(turning(0, { turnAt: now, lastTurn: 1 }), true, now)).not.toHaveProperty("lagSeconds");
  });
});
