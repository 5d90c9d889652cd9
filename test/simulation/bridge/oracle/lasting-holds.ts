import { removalHold } from "../../../../shared/polling/removals/removal-ledger.ts";
import type { BridgeWorld } from "../bridge-world.ts";

/** Ms after which a decision has been carried out, when everything is well. */
const carriedOut = 6 * 60_000;

/** At the end nothing is held any more: everything was approved, and has been found to be gone or to be there. */
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
