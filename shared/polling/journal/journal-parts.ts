import type { Context } from "../../kernel/context.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { unixMs } from "../../kernel/instant.ts";
import { json } from "../../kernel/json.ts";
import type { JournalEntry, JournalSink } from "../../mirror/journal/journal-sink.ts";
import type { ObservedChanges } from "../../schedule/rates/change-rate.ts";
import { type Step, stepTo, type Visit } from "../feed-reader.ts";
import type { Quarantine, SchemaWatch } from "../observe/row-sinks.ts";
import { type Counts, countsOf } from "./fingerprint-counts.ts";
import type { JournalCheckpoint, PendingEntries } from "./journal-checkpoint.ts";
import type { JournalEnd, JournalLimits, JournalRead } from "./read-journal.ts";

export type JournalParts = Context & {
  readonly journal: Omit<JournalSink, "ownerIsGone">;
  readonly schema: SchemaWatch;
  readonly quarantine: Quarantine;
  readonly limits: JournalLimits;
};

/** `next` means that the visit continues. */
export type JournalPassed = { readonly checkpoint: JournalCheckpoint; readonly end: JournalEnd };

/** A step of an owner's feed. `found` lists the entries that the step counts for the first time. */
export type JournalStep = Step & {
  readonly journal: JournalCheckpoint;
  readonly found: readonly JournalEntry[];
  readonly observedChanges: ObservedChanges;
};

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

/**
 * `put` makes the step's writes to the mirror and returns the number of entries that it recorded. `history`: the
 * entries were found before a pass first reached the feed's end.
 */
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
    // A step that counts no entries and leaves none pending can wait: if a crash loses its write, the next visit
    // repeats the step. A step that counts entries must be saved before they are put into the mirror.
    ...(found.length === 0 && checkpoint.pending === undefined && { mayWait: true }),
  };
}

/** Numbers new entries, starting one above the highest stored occurrence. */
export function numbered(fresh: Counts, kept: Counts): [fingerprint: string, occurrence: number][] {
  return [...fresh].flatMap(([fingerprint, count]) =>
    Array.from({ length: count }, (_, index): [string, number] => [fingerprint, (kept.get(fingerprint) ?? 0) + index]),
  );
}

/**
 * Equal entries may be spelled differently, so each pending entry needs its own body. Among equal entries, the pending
 * ones come last, because they were counted last. Only the `uncounted` entries, which were read just now, come after
 * them.
 */
export async function occurrencesOf(
  journal: JournalParts["journal"],
  visit: Visit,
  owner: Owner,
  { first, entries }: PendingEntries,
  read: JournalRead,
  uncounted: Counts = new Map(),
): Promise<readonly JournalEntry[]> {
  const connectedAt = await visit.connect(read.asOf);
  const mayBeBaseline = first && (await isBaselineOwner(journal, visit, owner));
  const left = countsOf(entries.map(([fingerprint]) => fingerprint));
  return entries.flatMap(([fingerprint, occurrence]) => {
    const equal = read.bodies.get(fingerprint) ?? [];
    const behind = left.get(fingerprint) ?? 0;
    left.set(fingerprint, behind - 1);
    const body = equal.at(-behind - (uncounted.get(fingerprint) ?? 0)) ?? equal[0];
    if (body === undefined) return [];
    const changed = unixMs(body["changed"]);
    const baseline = mayBeBaseline && changed !== undefined && changed < connectedAt;
    return [{ fingerprint, occurrence, body, baseline }];
  });
}

/**
 * Whether the owner counts as baseline. A feed has `knownSince` only if its owner is baseline, so most first visits
 * needn't read the mirror.
 */
export async function isBaselineOwner(
  records: Pick<JournalSink, "ownerIsBaseline">,
  { feed: { instance, knownSince } }: Visit,
  owner: Owner,
): Promise<boolean> {
  return knownSince !== undefined || records.ownerIsBaseline(instance, owner);
}
