import { json } from "../../kernel/json.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Step } from "../feed-reader.ts";
import type { JournalSink } from "../observation.ts";
import type { Quarantine } from "../quarantine.ts";
import type { JournalCheckpoint } from "./journal-checkpoint.ts";
import type { JournalLimits } from "./journal-limits.ts";
import type { JournalEnd } from "./read-journal.ts";

export type JournalParts = {
  readonly journal: JournalSink;
  readonly quarantine: Quarantine;
  readonly clock: Clock;
  readonly limits: JournalLimits;
  readonly timings: Pick<Timings, "anchorLag" | "journalRereadPeriod" | "journalRereadAge">;
};

/** What stands after a part of a visit, and how that part ended; `enough`: go on. */
export type JournalPassed = { readonly checkpoint: JournalCheckpoint; readonly end: JournalEnd };

/** A step of an owner's feed; `put` brings its entries into the mirror and says how many. */
export function journalStep(checkpoint: JournalCheckpoint, put: () => number | Promise<number>): Step {
  return {
    observe: async () => ({ outcome: "observed", changed: await put() }),
    checkpoint: json.parse({ journal: checkpoint }),
    drained: !checkpoint.first,
  };
}
