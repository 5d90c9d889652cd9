import { expect, test } from "vitest";
import { demoRequestsPerSecond, demoTimings } from "../../infra/node/demo.ts";
import { liveChange } from "../../infra/sandbox/live/live-change.ts";
import { seededRandom } from "../../infra/sandbox/store/random.ts";
import { HeldRemovals } from "../../shared/polling/removals/held-removals.ts";
import { RemovalLedger } from "../../shared/polling/removals/removal-ledger.ts";
import { testContext } from "../support/test-context.ts";
import { IngestWorld } from "./ingest-world.ts";

const minute = 60_000;

test("fifteen minutes of the demo: its removals are published within minutes, and none stays held", async () => {
  const world = new IngestWorld({
    seed: 7,
    requestsPerSecond: demoRequestsPerSecond,
    timings: demoTimings,
  });
  await world.connect();
  const source = world.sandbox.instances.get("acme")!;
  const random = seededRandom(7 * 31);
  const live = async (minutes: number) => {
    for (let second = 0; second < minutes * 60; second += 1) {
      void liveChange(source, random);
      await world.run(1_000);
    }
  };
  await live(9);
  const removed = source.journal
    .after(0, 100_000)
    .filter(
      ({ change }) => change.operation === "delete" && ["activity", "company", "person"].includes(change.resource),
    )
    .map(({ change }) => `${change.resource} ${change.id}`);
  await live(6);
  const created = new Set(world.events.map(({ subject }) => `${subject.type} ${subject.id}`));
  const reported = world.events.filter(({ type }) => type.endsWith(".removed"));
  const ids = new Set(reported.map(({ subject }) => `${subject.type} ${subject.id}`));
  // Records that appeared and disappeared between two polls were never seen.
  expect(removed.filter((one) => created.has(one) && !ids.has(one))).toEqual([]);
  expect(reported.length).toBeGreaterThan(20);
  expect(world.wrongRemovals).toEqual([]);
  const held = await new HeldRemovals({
    ...testContext(),
    ledger: new RemovalLedger(world.tables.feeds),
    wake: async () => undefined,
    clock: world.clock,
  }).list("acme");
  for (const { since } of held) expect(world.clock.now() - since).toBeLessThan(4 * minute);
});
