import type { Owner } from "../../kernel/envelope.ts";
import { unixMs } from "../../kernel/instant.ts";
import { json } from "../../kernel/json.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { JournalEntry, JournalSink } from "../../mirror/journal/journal-sink.ts";
import type { ObservedChanges } from "../../schedule/rates/change-rate.ts";
import { type Step, stepTo } from "../feed-reader.ts";
import type { Quarantine, SchemaWatch } from "../rows/row-sinks.ts";
import type { JournalCheckpoint } from "./journal-checkpoint.ts";
import type { JournalLimits } from "./journal-limits.ts";
import type { JournalEnd } from "./read-journal.ts";

export type JournalParts = {
  readonly journal: Omit<JournalSink, "ownerIsGone">;
  readonly schema: SchemaWatch;
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

/** Brings entries into the mirror, with a look at each one's fields and operations. Says how many they are. */
export async function recordEntries(
  { journal, schema }: Pick<JournalParts, "journal" | "schema">,
  instance: string,
  owner: Owner,
  entries: readonly JournalEntry[],
  asOf: number,
): Promise<number> {
  const bodies = entries.map(({ body }) => body);
  await schema.look(instance, "document_change", bodies);
  await journal.record(instance, owner, entries, asOf);
  return entries.length;
}

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
