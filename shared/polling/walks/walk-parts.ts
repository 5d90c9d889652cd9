import type { Clock } from "../../kernel/ports/clock.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { WalkMemory } from "../../mirror/walk-memory.ts";
import type { OwnerFeeds } from "../../schedule/feeds/owner-feeds.ts";
import type { SubOwners } from "../../schedule/feeds/sub-owners.ts";
import { type PassEnd, type Step, stepTo } from "../feed-reader.ts";
import type { RecordSink } from "../observe/record-sink.ts";
import type { RemovalGuard } from "../removals/removal-guard.ts";
import type { RowSinks } from "../rows/row-sinks.ts";
import type { Arrivals } from "./arrivals.ts";
import { storedWalk, type WalkCheckpoint } from "./walk-checkpoint.ts";
import type { WalkNotes } from "./walk-notes.ts";

export type WalkParts = RowSinks & {
  readonly records: Pick<RecordSink, "observe" | "observeUnlisted">;
  readonly memory: Pick<WalkMemory, keyof WalkMemory>;
  readonly notes: WalkNotes;
  readonly owners: Pick<OwnerFeeds, "assert">;
  readonly subOwners: SubOwners;
  readonly guard: RemovalGuard;
  readonly arrivals: Pick<Arrivals, "of">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timings: Timings;
};

/** The checkpoint after a phase, and why the phase ended. `next` means that the following phase begins. */
export type WalkPassed = { readonly checkpoint: WalkCheckpoint; readonly end: PassEnd | { readonly outcome: "next" } };

/**
 * A step of a walk other than a page. `notes` makes the writes that belong to the step in addition to its checkpoint.
 */
export function walkStep(checkpoint: WalkCheckpoint, notes?: () => Promise<void>): Step {
  return stepTo({ checkpoint: storedWalk(checkpoint) }, async () => {
    await notes?.();
    return { outcome: "observed", changed: 0 };
  });
}
