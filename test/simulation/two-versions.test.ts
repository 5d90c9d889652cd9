import { expect, test } from "vitest";
import { lastRelease } from "../last-release/last-release.ts";
import { BridgeWorld } from "./bridge/bridge-world.ts";
import { liveThrough } from "./bridge/life.ts";
import { restricted, runPlan } from "./bridge/run-plan.ts";
import { makeDigestsSteady } from "./bridge/steady-digest.ts";

const minute = 60_000;
const functions = ["api", "clock", "deliver", "fanout", "poll", "publish", "recover", "tick"];

test("in a history with a deployment, every function runs the last release's code and today's", async () => {
  makeDigestsSteady();
  const { happenings, ...plan } = restricted(14, { without: ["kill", "source"] });
  expect(plan.conditions.twoVersions).toBe(true);
  const deployment = { at: 4 * minute, what: "deploy", choice: 0, detail: 0 };
  const world = new BridgeWorld(plan.seed, plan.conditions, { lastRelease: await lastRelease() });
  await liveThrough(world, {
    ...plan,
    happenings: [...happenings.filter(({ what }) => what !== "deploy"), deployment],
  });
  expect([...world.releases.ran]).toEqual(expect.arrayContaining(functions.flatMap((name) => [name, `${name}@last`])));
  expect(world.witness.reported.size, "events were published").toBeGreaterThan(20);
});

test("without the last release, only today's code runs", async () => {
  const { trace, violations } = await runPlan(restricted(2, { without: ["twoVersions"] }));
  expect(violations).toEqual([]);
  expect(trace.filter((line) => line.includes("@last"))).toEqual([]);
});
