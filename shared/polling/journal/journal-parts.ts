import { unixMs } from "../../kernel/instant.ts";
import { json } from "../../kernel/json.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { ObservedChanges } from "../../schedule/rates/change-rate.ts";
import { type Step, stepTo } from "../feed-reader.ts";
import type { JournalEntry, JournalSink } from "../rows/record-sink.ts";
import type { Quarantine } from "../rows/row-sinks.ts";
import type { JournalCheckpoint } from "./journal-checkpoint.ts";
import type { JournalLimits } from "./journal-limits.ts";
import type { JournalEnd } from "./read-journal.ts";

export type JournalParts = {
  readonly journal: JournalSink;
  readonly quarantine: Quarantine;
  readonly clock: Clock;
  readonly limits: JournalLimits;
  readonly timings: Pick<Timings, "anchorLag" | "journalRereadPeriod" | "journalRereadAge" | "journalBodyRetention">;
};

/** What stands after a part of a visit, and how that part ended; `next`: go on. */
export type JournalPassed = { readonly checkpoint: JournalCheckpoint; readonly end: JournalEnd };

/** A step of an owner's feed. The one that counts entries for the first time names them in `found`. */
export type JournalStep = Step & {
  readonly journal: JournalCheckpoint;
  readonly found: readonly JournalEntry[];
  readonly observedChanges: ObservedChanges;
};

/** `put` brings the step's entries into the mirror and says how many; `history`: they were found by the feed's first pass. */
export function journalStep(
  checkpoint: JournalCheckpoint,
  put: () => number | Promise<number>,
  found: readonly JournalEntry[] = [],
  history = false,
): JournalStep {
  const observedChanges = { times: found.map(({ body }) => unixMs(body["changed"])), history };
  const position = { checkpoint: json.parse({ journal: checkpoint }), drained: !checkpoint.first, observedChanges };
  return {
    journal: checkpoint,
    found,
    observedChanges,
    ...stepTo(position, async () => ({ outcome: "observed", changed: await put() })),
    // What it put is put again by whoever finds it pending; what was counted must stand before it is put.
    ...(found.length === 0 && checkpoint.pending === undefined && { mayWait: true }),
  };
}
