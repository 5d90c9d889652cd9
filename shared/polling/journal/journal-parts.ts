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

/** The checkpoint after a part of a visit, and how that part ended. `next` means that the visit continues. */
export type JournalPassed = { readonly checkpoint: JournalCheckpoint; readonly end: JournalEnd };

/** A step of an owner's feed. A step that counts entries for the first time lists them in `found`. */
export type JournalStep = Step & {
  readonly journal: JournalCheckpoint;
  readonly found: readonly JournalEntry[];
  readonly observedChanges: ObservedChanges;
};

/** Stores entries in the mirror after checking the fields and operations of each. Returns how many there are. */
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

/** `put` stores the step's entries in the mirror and returns how many. `history`: the feed's first pass found them. */
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
    // If a crash loses this write, the next visit finds the entries still pending and puts them again. A step that
    // counts entries must be saved before they are put.
    ...(found.length === 0 && checkpoint.pending === undefined && { mayWait: true }),
  };
}
