import { expect, test } from "vitest";
import { calm } from "./bridge/conditions.ts";
import { planOf } from "./bridge/life.ts";
import { longOutageDeeds, longOutageOf } from "./bridge/long-outages.ts";
import { runPlan } from "./bridge/run-plan.ts";

/**
 * In some histories the subscription wants no event that happens while its endpoint is down, or no event that the other
 * endpoint refuses. Then nobody notices that endpoint.
 */
const mostTries = 5;

function* seedsWithOutages(from: number): Generator<number, void, undefined> {
  for (let seed = from; ; seed += 1) if (longOutageOf(seed, planOf(seed).conditions.minutes).length > 0) yield seed;
}

/** What is published if nobody else does anything and nothing else fails. */
async function outageAlone(seed: number) {
  const { happenings, conditions, ...plan } = planOf(seed);
  const deeds: ReadonlySet<string> = new Set(["source", ...longOutageDeeds]);
  const { violations, trace } = await runPlan({
    ...plan,
    happenings: happenings.filter(({ what }) => deeds.has(what)),
    conditions: { ...calm(conditions), twoVersions: false, skew: 0, indexLag: 0 },
  });
  expect(violations).toEqual([]);
  const reported = (what: string) => trace.filter((line) => line.includes(`publishes bridge.${what} of`)).length;
  const down = / (hook-\d+\.example) is down$/.exec(trace.find((line) => line.endsWith("is down")) ?? "")?.[1];
  const isNoticed = [`${down ?? "none"} answers`, "answers 422"].every((said) =>
    trace.some((line) => line.includes(said)),
  );
  return { reported, isNoticed };
}

test("a delivery that is always refused climbs the whole ladder; an endpoint that is down is paused and disabled", async () => {
  const seeds = seedsWithOutages(58);
  let outage = await outageAlone(57);
  for (let tried = 1; !outage.isNoticed && tried < mostTries; tried += 1) {
    const next = seeds.next().value;
    if (next !== undefined) outage = await outageAlone(next);
  }
  const { reported } = outage;
  expect(reported("delivery_exhausted"), "deliveries are given up").toBeGreaterThan(0);
  expect(reported("endpoint_failing"), "its owner is notified, and warned").toBeGreaterThan(1);
  expect([reported("endpoint_paused"), reported("endpoint_disabled")]).toEqual([1, 1]);
});
