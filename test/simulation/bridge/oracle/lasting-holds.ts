import { removalHold } from "../../../../shared/polling/removals/removal-ledger.ts";
import type { BridgeWorld } from "../bridge-world.ts";

/** How long (ms) it takes to carry out a decision if nothing fails. */
const carriedOut = 6 * 60_000;

/** Checks that nothing is held at the end: everything was approved, and found to be gone or still there. */
export function judgeHolds({ tables, witness, ground }: BridgeWorld): void {
  for (const item of tables.feeds.memory.items) {
    if (!item.pk.endsWith("#removals") || !item.sk.startsWith("hold#")) continue;
    const { since, decision = "nobody decided", source } = removalHold.parse(item);
    if (ground.clock.now() - since > carriedOut)
      witness.violates(
        `removals of ${item.pk} ${source} are still held since ${new Date(since).toISOString()}: ${decision}`,
      );
  }
}
