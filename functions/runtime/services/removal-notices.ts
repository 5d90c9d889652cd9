import type { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import type { RemovalGuardParts } from "../../../shared/polling/removals/removal-guard.ts";

/** Tells that removals are held back: once per hold, however often its walk is repeated. */
export function removalNotices(operational: OperationalEvents): RemovalGuardParts["notices"] {
  return {
    removalsHeld: (instance, { source, since, missing, known }) =>
      operational.tell({
        instance,
        type: "bridge.removals_held",
        id: `removals_held:${instance}:${source}:${since}`,
        data: { source, since: new Date(since).toISOString(), missing, known },
      }),
  };
}
