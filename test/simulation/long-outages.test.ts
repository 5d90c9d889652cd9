import { expect, test } from "vitest";
import { calm } from "./bridge/conditions.ts";
import { planOf } from "./bridge/life.ts";
import { longOutageDeeds } from "./bridge/long-outages.ts";
import { runPlan } from "./bridge/run-plan.ts";

test("a delivery that is refused each time climbs the whole ladder; an endpoint that is down is paused and disabled", async () => {
  const { happenings, conditions, ...plan } = planOf(57);
  const deeds: ReadonlySet<string> = new Set(["source", ...longOutageDeeds]);
  const { violations, trace } = await runPlan({
    ...plan,
    // Nobody else does anything, and nothing else goes wrong.
    happenings: happenings.filter(({ what }) => deeds.has(what)),
    conditions: { ...calm(conditions), twoVersions: false, skew: 0, indexLag: 0 },
  });
  expect(violations).toEqual([]);
  const told = (what: string) => trace.filter((line) => line.includes(`tells bridge.${what} of`)).length;
  expect(told("delivery_exhausted"), "deliveries are given up").toBeGreaterThan(0);
  expect(told("endpoint_failing"), "its owner is told, and warned").toBeGreaterThan(1);
  expect([told("endpoint_paused"), told("endpoint_disabled")]).toEqual([1, 1]);
});
