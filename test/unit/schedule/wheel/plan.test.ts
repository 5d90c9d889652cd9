import { expect, test } from "vitest";
import { jsonObject } from "../../../../shared/kernel/json.ts";
import { laterBucketOf } from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { newOwnersWheel } from "../../../../shared/schedule/wheel/owners-wheel.ts";
import { newPlan, type Plan, PlanStore } from "../../../../shared/schedule/wheel/plan.ts";
import { newWheel } from "../../../../shared/schedule/wheel/wheel.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

const now = Date.UTC(2026, 10, 21, 12);

/** A plan with every attribute. */
function fullPlan(): Plan {
  const plan = newPlan(now, 5);
  const owners = newOwnersWheel(now);
  const levels = owners.levels.map((one) => ({ ...one, foundBefore: 3, lastTurn: 60_000 }));
  const reading = { level: 3, forced: true, after: "acme#owner#Person#p1", seen: 2 };
  return {
    ...plan,
    ...{ claimedUntil: now + 30_000, ratedFrom: 4.5, pressedAt: now - 1, kindsPut: 19, unseenHeartbeats: [1, 2] },
    wheels: { ...plan.wheels, rooms: { ...newWheel(now), after: "acme#room#Room#r1", lastTurn: 5 } },
    owners: { ...owners, levels, reading },
  };
}

function setUp() {
  const table = new MemoryTable("feeds");
  return { table, plans: new PlanStore(table) };
}

test("a plan is loaded as it was saved, separately for each instance", async () => {
  const { table, plans } = setUp();
  expect(await plans.load("acme")).toBeUndefined();
  const saved = await plans.save("acme", fullPlan(), undefined);
  expect(saved).toEqual({ ...fullPlan(), rev: 1 });
  expect(await plans.load("acme")).toEqual(saved);
  expect(await plans.load("other")).toBeUndefined();
  expect(table.items).toMatchObject([{ pk: "acme#plan", sk: "plan" }]);
});

test("a plan overwrites only the revision it came from, and by one worker", async () => {
  const { plans } = setUp();
  const first = await plans.save("acme", newPlan(now, 5), undefined);
  expect(await plans.save("acme", newPlan(now + 1, 5), undefined)).toBeUndefined();
  const second = await plans.save("acme", { ...first!, at: now + 2 }, 1);
  expect(second).toMatchObject({ rev: 2, at: now + 2 });
  expect(await plans.save("acme", { ...first!, at: now + 3 }, 1)).toBeUndefined();
  expect(await plans.load("acme")).toEqual(second);
});

test("a plan of an earlier version is read under the former names of its attributes", async () => {
  const { table, plans } = setUp();
  const saved = await plans.save("acme", fullPlan(), undefined);
  const { tokenBucket = null, heartbeatAt = null, unseenHeartbeats = null, owners, ...rest } = table.items[0]!;
  const { levels = null, ...wheel } = jsonObject.parse(owners);
  const named = { purse: tokenBucket, beatAt: heartbeatAt, unseenBeats: unseenHeartbeats };
  await table.put([{ item: { ...rest, ...named, owners: { ...wheel, hands: levels } } }]);
  expect(await plans.load("acme")).toEqual(saved);
});

test("an unreadable plan is named, with the field", async () => {
  const { table, plans } = setUp();
  await plans.save("acme", fullPlan(), undefined);
  await table.update({ key: { pk: "acme#plan", sk: "plan" }, set: { ratedAt: "never" } });
  await expect(plans.load("acme")).rejects.toThrow("plan of acme has an unknown shape at ratedAt");
});

test("a new plan starts now, has nothing saved, and lets feeds, heartbeats and probes be due at once", () => {
  const bucket = laterBucketOf(now);
  const wheel = newWheel(now);
  expect(newPlan(now, 5)).toEqual({
    ...{ rev: 0, at: now, rate: 5, ratedAt: 0, feedsOf: -1, heartbeatAt: 0, unseenHeartbeats: [], probedAt: 0 },
    ...{ tokenBucket: { common: 0, own: {} }, settlement: { granted: 0, grantedBefore: 0, returned: 0 } },
    wheels: { timelines: wheel, rooms: wheel, small: wheel, walks: wheel, scrubs: wheel },
    owners: newOwnersWheel(now),
    later: { timelines: bucket, rooms: bucket, owners: bucket, small: bucket, walks: bucket, scrubs: bucket },
  });
});
