import { expect, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { laterBucketOf } from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { newPlan, type Plan, wasSetBack, withoutFuture } from "../../../../shared/schedule/wheel/plan.ts";

const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;

/** A plan whose times are all this many ms after now. */
function planAt(ahead: number): Plan {
  const at = now + ahead;
  const plan = newPlan(at, 5);
  return {
    ...plan,
    claimedUntil: at + 30_000,
    ratedAt: at,
    probedAt: at,
    heartbeatAt: at,
    unseenHeartbeats: [now - 1, now, now + 1, at],
  };
}

test("a plan is from the future if it is ahead by more than a claim lasts, because clocks differ by less", () => {
  const claimLife = 30_000;
  expect(wasSetBack({ at: now + claimLife }, now, { ...defaultTimings, claimLife })).toBe(false);
  expect(wasSetBack({ at: now + claimLife + 1 }, now, { ...defaultTimings, claimLife })).toBe(true);
});

test("no part of a plan is ahead of a clock that was set back", () => {
  const { owners, wheels, later, ...rest } = withoutFuture(planAt(hour), now);
  expect(rest).toMatchObject({ at: now, ratedAt: now, probedAt: now, heartbeatAt: now });
  expect(rest.claimedUntil).toBeUndefined();
  expect(rest.unseenHeartbeats).toEqual([now - 1, now]);
  expect(owners.movedAt).toBe(now);
  for (const { turnAt } of owners.levels) expect(turnAt).toBe(now);
  for (const wheel of Object.values(wheels)) expect(wheel.turnAt).toBe(now);
  for (const bucket of Object.values(later)) expect(bucket).toBe(laterBucketOf(now));
});

test("past times don't change", () => {
  const before = planAt(-hour);
  const after = withoutFuture(before, now);
  expect(after).toEqual({ ...before, at: now, claimedUntil: undefined, unseenHeartbeats: [now - 1, now, now - hour] });
});
