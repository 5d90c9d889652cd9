import { expect, test } from "vitest";
import { FaultWorld } from "./support/fault-world.ts";
import { knownBridge, sandboxTime } from "./support/known-bridge.ts";

/** The list of all tenants, the sweeps' own state, and partitions of an event, whose id belongs to one tenant. */
const ofNone = /^(subscriptions registry|events republish|events ledger#evt_\w+) /;

test("every row is stored under its tenant (docs/architecture.md#tenant-isolation)", async () => {
  const { changed, sandbox, partner, subscriptions } = await knownBridge();
  // One endpoint fails, so that rows of every kind are written.
  const world = new FaultWorld(changed, { sandbox, endpoints: ({ url }) => (url.includes("push") ? 500 : 200) });
  sandboxTime.of = world;
  for (let minute = 0; minute < 8; minute += 1) {
    await world.invoke("clock", {});
    await world.run(60_000);
  }
  const tenants = ["acme", partner, "prt_operator", ...Object.values(subscriptions)];
  const foreign = Object.entries(world.tables).flatMap(([name, table]) =>
    table.items
      .map(({ pk, sk }) => `${name} ${pk} / ${sk}`)
      .filter((at) => !tenants.some((tenant) => at.split(" / ")[0]!.includes(tenant))),
  );
  expect(foreign.filter((at) => !ofNone.test(at))).toEqual([]);
});
