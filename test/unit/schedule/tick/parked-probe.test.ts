import { expect, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { fixedFeeds } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { probeOf } from "../../../../shared/schedule/tick/tick-grants.ts";
import { newPlan } from "../../../../shared/schedule/wheel/plan.ts";

const now = Date.UTC(2026, 0, 5, 8);
const { parkedProbe } = defaultTimings;

/** The probe of a parked instance that was probed this many ms ago and whose timelines have this many requests. */
function probeAfter(ms: number, requests: number, at = now) {
  const instance = {
    ...{ name: "acme", registeredAt: now, seqFloor: 0, requestsPerSecond: 5, rev: 1 },
    ...({ status: "parked", parkedReason: "invalid_client" } as const),
  };
  const plan = { ...newPlan(now, 5), probedAt: at - ms, tokenBucket: { common: 0, own: { timelines: requests } } };
  return { plan, probe: probeOf(instance, plan, at, parkedProbe) };
}

test("a probe reads one timeline with a visit's allowance, from the timelines' budget", () => {
  const { plan, probe } = probeAfter(parkedProbe, 4);
  expect(probe.grants).toEqual([
    {
      ...{ feedClass: "timelines", feedIds: [expect.any(String)], allowance: 4 },
      ...{ requested: [], spread: false, probe: true },
    },
  ]);
  expect(probe.plan).toEqual({ ...plan, probedAt: now, tokenBucket: { common: 0, own: { timelines: 0 } } });
});

test("the timelines take turns, so that one with its own fault doesn't hide that the others respond", () => {
  const timelines = fixedFeeds("acme").filter((feed) => feed.class === "timelines");
  const probed = timelines.map(
    (_, turn) => probeAfter(parkedProbe, 4, now + turn * parkedProbe).probe.grants[0]?.feedIds[0],
  );
  expect(probed.toSorted()).toEqual(timelines.map(({ feedId }) => feedId).toSorted());
});

test.each([
  { why: "its time hasn't come", ms: parkedProbe - 1, requests: 4 },
  { why: "the budget doesn't pay for it", ms: parkedProbe, requests: 3 },
])("no probe is sent while $why, and the next one stays due", ({ ms, requests }) => {
  const { plan, probe } = probeAfter(ms, requests);
  expect(probe).toEqual({ grants: [], plan });
});
