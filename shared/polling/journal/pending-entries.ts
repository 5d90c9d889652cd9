import { defined } from "../../kernel/defined.ts";
import type { Owner } from "../../kernel/envelope.ts";
import type { Visit } from "../feed-reader.ts";
import { beyond, type Counts, countsFrom, countsOf, sumOf } from "./fingerprint-counts.ts";
import type { JournalCheckpoint, PendingEntries } from "./journal-checkpoint.ts";
import { occurrencesOf } from "./journal-occurrences.ts";
import {
  type JournalParts,
  type JournalPassed,
  type JournalStep,
  journalStep,
  recordEntries,
} from "./journal-parts.ts";
import { type JournalRead, readJournal } from "./read-journal.ts";

/**
 * Puts the entries that an earlier visit counted but may not have put. Reads them again from where they were found.
 * Entries with equal fingerprints differ only in spelling.
 */
export async function* finishPending(
  parts: JournalParts,
  visit: Visit,
  owner: Owner,
  before: JournalCheckpoint,
  pending: PendingEntries,
): AsyncGenerator<JournalStep, JournalPassed, undefined> {
  const position = before.ring.findIndex(({ cursor }) => cursor === pending.cursor);
  const counted = sumOf(before.ring.slice(Math.max(position, 0)).map(({ counts }) => countsFrom(counts)));
  let from = pending.cursor;
  let read = await readPending(parts, visit, owner, pending, from, counted);
  // The cursor may be lost, or an older equal entry may have been erased. A read from the start still finds every
  // entry.
  if (read.end.outcome === "lostCursor" || (read.end.outcome === "done" && !found(pending, read))) {
    from = null;
    read = await readPending(parts, visit, owner, pending, from, counted);
  }
  // Equal entries may have come after the counted ones. A read from the feed's start can't tell, because it also finds
  // entries before the ring, which aren't counted.
  const isCounted = position >= 0 && from === pending.cursor;
  const readCounts = sumOf(read.pages.map(({ fingerprints }) => countsOf(fingerprints)));
  const uncounted = isCounted ? beyond(readCounts, counted) : undefined;
  const entries = await occurrencesOf(parts.journal, visit, owner, pending, read, uncounted);
  // If an entry isn't found before the feed's end, it no longer exists in this form. Its new form is a different entry.
  const complete = read.end.outcome === "done" || found(pending, read);
  const rest = pending.entries.filter(([fingerprint]) => !complete && !read.bodies.has(fingerprint));
  const after = withPending(before, rest.length === 0 ? undefined : { ...pending, entries: rest });
  if (entries.length > 0 || complete) {
    yield journalStep(after, () => recordEntries(parts, visit.feed.instance, owner, entries, read.asOf));
  }
  return { checkpoint: after, end: complete ? { outcome: "next" } : read.end };
}

export function withPending(checkpoint: JournalCheckpoint, pending: PendingEntries | undefined): JournalCheckpoint {
  return defined({ ...checkpoint, pending });
}

function readPending(
  { limits }: JournalParts,
  visit: Visit,
  owner: Owner,
  { entries }: PendingEntries,
  from: string | null,
  counted: Counts,
): Promise<JournalRead> {
  const wanted = countsOf(entries.map(([fingerprint]) => fingerprint));
  return readJournal(visit.source, {
    owner,
    limits,
    from,
    large: true,
    // No entry counts as new here.
    known: (fingerprints) => new Map(fingerprints.map((fingerprint) => [fingerprint, Number.MAX_SAFE_INTEGER])),
    enough: (read) =>
      [...wanted].every(([fingerprint, count]) => (read.get(fingerprint) ?? 0) >= (counted.get(fingerprint) ?? count)),
  });
}

function found({ entries }: PendingEntries, { bodies }: JournalRead): boolean {
  return entries.every(([fingerprint]) => bodies.has(fingerprint));
}
