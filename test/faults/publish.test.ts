import { describeFaults } from "./support/describe-faults.ts";
import type { FaultWorld } from "./support/fault-world.ts";

const sweep = { kind: "sweep" };

/** A message on the `recover` queue, handled once. */
const recover = (message: object) => async (world: FaultWorld) => {
  world.send("recover", [{ body: JSON.stringify(message) }]);
  await world.handle("recover");
};

/** Events from a day ago that never reached their table, as after a trimmed stream. */
async function lostEvents(world: FaultWorld): Promise<void> {
  const { items } = world.tables.events;
  for (const { pk, sk } of items.filter(({ sk }) => sk.startsWith("evt_")).slice(0, 3))
    await world.tables.events.remove({ pk, sk });
  await world.run(25 * 3_600_000);
}

describeFaults("publishing", [
  {
    name: "publish changes of two records",
    from: "changed",
    act: (world) => world.handle("stream"),
    inPairs: true,
  },
  {
    name: "begin a nightly run",
    prepare: lostEvents,
    act: recover(sweep),
    inPairs: true,
  },
  {
    name: "publish what was lost",
    prepare: lostEvents,
    act: (world) => recover({ kind: "republish", startedAt: world.now })(world),
    inPairs: true,
  },
]);
