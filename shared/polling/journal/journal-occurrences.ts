import type { Owner } from "../../kernel/envelope.ts";
import { unixMs } from "../../kernel/instant.ts";
import type { JournalEntry, JournalSink } from "../../mirror/journal/journal-sink.ts";
import type { Visit } from "../feed-reader.ts";
import { type Counts, countsOf } from "./fingerprint-counts.ts";
import type { PendingEntries } from "./journal-checkpoint.ts";
import type { JournalParts } from "./journal-parts.ts";
import type { JournalRead } from "./read-journal.ts";

/** The number of keys that are read at a time. */
const chunk = 100;

/** How many entries of each fingerprint the mirror has. */
export async function keptCounts(
  journal: JournalParts["journal"],
  instance: string,
  owner: Owner,
  fingerprints: readonly string[],
): Promise<Counts> {
  const kept = new Map<string, number>();
  for (let start = 0; start < fingerprints.length; start += chunk) {
    const part = await journal.keptOccurrences(instance, owner, fingerprints.slice(start, start + chunk));
    for (const [fingerprint, count] of part) kept.set(fingerprint, count);
  }
  return kept;
}

/** Occurrence numbers continue after the stored ones. */
export function numbered(fresh: Counts, kept: Counts): [fingerprint: string, occurrence: number][] {
  return [...fresh].flatMap(([fingerprint, count]) =>
    Array.from({ length: count }, (_, index): [string, number] => [fingerprint, (kept.get(fingerprint) ?? 0) + index]),
  );
}

/**
 * Returns the pending entries whose bodies were read, in the form that the mirror takes. If equal entries are spelled
 * differently, the pending ones are the last of them, before any that were read now and aren't counted yet
 * (`uncounted`).
 */
export async function occurrencesOf(
  journal: JournalParts["journal"],
  visit: Visit,
  owner: Owner,
  { first, entries }: PendingEntries,
  read: Pick<JournalRead, "bodies" | "asOf">,
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
 * Whether the owner existed before the connection. A feed with `knownSince` says so, which saves a read in owners' many
 * first visits.
 */
export async function isBaselineOwner(
  records: Pick<JournalSink, "ownerIsBaseline">,
  { feed: { instance, knownSince } }: Visit,
  owner: Owner,
): Promise<boolean> {
  return knownSince !== undefined || records.ownerIsBaseline(instance, owner);
}
