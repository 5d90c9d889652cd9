import { mirrorItem } from "../../../shared/mirror/mirror-item.ts";
import { createQuarantine } from "../../../shared/polling/quarantine/quarantine.ts";
import { RemovalLedger } from "../../../shared/polling/removals/removal-ledger.ts";
import { testContext } from "../../support/test-context.ts";
import type { FaultWorld } from "./fault-world.ts";

/**
 * Quarantines the row of a person, who is therefore not in the mirror. No timeline lists this one again: the first
 * person changes later, and the timeline has reached the last. Returns its feed and its hash.
 */
export async function quarantined(world: FaultWorld): Promise<{ readonly feed: string; readonly row: string }> {
  const table = world.tables.feeds;
  const feed = table.items.find(({ pk, sk }) => sk === "feed" && pk.startsWith("acme#person-timeline"))?.pk ?? "";
  const person = mirrorItem.parse(world.tables.mirror.items.filter(({ resource }) => resource === "person")[1]);
  await world.tables.mirror.remove({ pk: person.pk, sk: person.sk });
  const quarantine = createQuarantine({ ...testContext(), table, clock: { now: () => world.now } });
  await quarantine.keep("acme", feed, [{ id: person.id, firstName: "as it was" }]);
  const row = table.items.find(({ sk }) => sk.startsWith("poison#"))?.sk.slice("poison#".length) ?? "";
  return { feed, row };
}

/** Holds the removals of two persons, as if many had vanished at once. */
export async function held(world: FaultWorld): Promise<RemovalLedger> {
  const ledger = new RemovalLedger(world.tables.feeds);
  await ledger.note("acme", "person", ["gone-1", "gone-2"], world.now);
  await ledger.open("acme", "person", { since: world.now, missing: 2, known: 3 });
  return ledger;
}
