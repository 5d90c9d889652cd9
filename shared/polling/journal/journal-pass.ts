import { defined } from "../../kernel/defined.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import { entryIdentity, type KnownEntry } from "../../mirror/journal/bare-entry.ts";
import type { Visit } from "../feed-reader.ts";
import { keepPoison } from "../observe/row-sinks.ts";
import { beyond, type Counts, countsFrom, countsOf, sumOf } from "./fingerprint-counts.ts";
import { type JournalCheckpoint, type PendingEntries, replayedFromStart } from "./journal-checkpoint.ts";
import {
  type JournalParts,
  type JournalPassed,
  type JournalStep,
  journalStep,
  numbered,
  occurrencesOf,
  recordEntries,
} from "./journal-parts.ts";
import { type JournalRead, readJournal } from "./read-journal.ts";
import { type PassMode, resolveJournalPass } from "./resolve-journal-pass.ts";

/**
 * The first step counts the new entries and notes them as pending. The second puts them into the mirror and clears the
 * note. `nothingKept`: the mirror has none of the owner's entries. If another worker puts some there meanwhile, that
 * worker has saved the feed first, so this pass fails at its compare-and-set.
 */
export async function* journalPass(
  parts: JournalParts,
  visit: Visit,
  owner: Owner,
  before: JournalCheckpoint,
  nothingKept: boolean,
): AsyncGenerator<JournalStep, JournalPassed, undefined> {
  const { journal, quarantine, clock, limits, timings } = parts;
  const { instance, feedId } = visit.feed;
  const beganAt = clock.now();
  const mode = modeOf(before, beganAt, timings);
  const counted = countedFrom(before, mode);
  const read = await readPass(parts, visit, owner, before, mode, counted);
  await keepPoison(quarantine, { instance, feedId }, read.poison);
  if (read.end.outcome === "lostCursor") {
    // This pass began without a cursor, so the source has just returned the refused one. The next visit tries again.
    if (before.replay?.cursor === null)
      return { checkpoint: before, end: { outcome: "failed", reason: "lost_cursor" } };
    // The whole feed is read again and its counts are compared with the stored entries
    // (docs/partner-api.md#change-feed-never-pruned).
    return { checkpoint: replayedFromStart(before), end: { outcome: "next" } };
  }
  if (read.pages.length === 0) return { checkpoint: before, end: read.end };

  const replayed = mode === "replay" ? countsFrom(before.replay?.counts ?? {}) : undefined;
  const expected = replayed === undefined ? counted : read.known;
  const rendered = nothingKept ? [] : await rerendered(journal, { instance, owner }, read, expected, replayed);
  const known = recounted(expected, rendered);
  const settled = resolveJournalPass(
    before,
    { mode, pages: read.pages, known, beganAt, endedAt: clock.now() },
    { limits, timings },
  );
  const fresh = nothingKept ? [] : [...settled.fresh.keys()];
  const kept: Counts = fresh.length === 0 ? new Map() : await journal.keptOccurrences(instance, owner, fresh);
  const found: PendingEntries = {
    cursor: read.pages[0]?.cursor ?? null,
    first: before.first,
    entries: numbered(settled.fresh, kept),
  };
  const pending = found.entries.length === 0 ? undefined : found;
  const entries = pending === undefined ? [] : await occurrencesOf(journal, visit, owner, pending, read);
  const moved = settled.moved || rendered.length > 0;
  if (moved) {
    const putKeys = async (): Promise<number> => {
      await journal.recordKeys(instance, owner, rendered);
      return 0;
    };
    yield journalStep(withPending(settled.checkpoint, pending), putKeys, entries, before.first);
  }
  if (pending !== undefined) {
    yield journalStep(settled.checkpoint, () => recordEntries(parts, instance, owner, entries, read.asOf));
  }
  return { checkpoint: moved ? settled.checkpoint : before, end: completed(read, timings.anchorLag) };
}

/** If the source shows an entry more than `anchorLag` after it was recorded, the entry may be behind the anchor. */
function completed({ end, beganAt: from }: JournalRead, lateness: number): JournalPassed["end"] {
  return end.outcome === "done" ? { ...end, complete: { from, lateness } } : end;
}

function readPass(
  { journal, limits }: JournalParts,
  visit: Visit,
  owner: Owner,
  before: JournalCheckpoint,
  mode: PassMode,
  counted: Counts,
): Promise<JournalRead> {
  if (mode !== "replay") {
    const from = before.ring[mode === "usual" ? before.anchor : 0]?.cursor ?? null;
    const known = (fingerprints: readonly string[]): Counts =>
      new Map(fingerprints.map((fingerprint) => [fingerprint, counted.get(fingerprint) ?? 0]));
    return readJournal(visit.source, { owner, from, limits, large: false, known });
  }
  const replayed = countsFrom(before.replay?.counts ?? {});
  return readJournal(visit.source, {
    owner,
    limits,
    from: before.replay?.cursor ?? null,
    large: true,
    known: async (fingerprints) =>
      beyond(await journal.keptOccurrences(visit.feed.instance, owner, fingerprints), replayed),
  });
}

function countedFrom({ ring, anchor }: JournalCheckpoint, mode: PassMode): Counts {
  return sumOf(ring.slice(mode === "usual" ? anchor : 0).map(({ counts }) => countsFrom(counts)));
}

/**
 * Once a day, a pass starts at the ring's start, because late entries may still appear anywhere after it. If `shortAt`
 * is set, that pass starts at the feed's start.
 */
function modeOf(
  { replay, anchor, shortAt, rereadAt }: JournalCheckpoint,
  now: number,
  { journalRereadPeriod }: JournalParts["timings"],
): PassMode {
  if (replay !== undefined) return "replay";
  if (isRecent(rereadAt, journalRereadPeriod, now)) return "usual";
  if (shortAt !== undefined) return "replay";
  return anchor > 0 ? "reread" : "usual";
}

/** Puts the pending entries into the mirror, after reading them again from where they were found. */
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
  // The cursor may be lost, or an entry may no longer come after it. A read from the feed's start finds every pending
  // entry that the feed still shows unchanged.
  if (read.end.outcome === "lostCursor" || (read.end.outcome === "done" && !allFound(pending, read))) {
    from = null;
    read = await readPending(parts, visit, owner, pending, from, counted);
  }
  // Equal entries may have come after the counted ones. A read from the feed's start can't show whether they did,
  // because it also finds entries before the ring, which aren't counted.
  const isCounted = position >= 0 && from === pending.cursor;
  const readCounts = sumOf(read.pages.map(({ fingerprints }) => countsOf(fingerprints)));
  const uncounted = isCounted ? beyond(readCounts, counted) : undefined;
  const entries = await occurrencesOf(parts.journal, visit, owner, pending, read, uncounted);
  // If a read to the feed's end doesn't find an entry, the entry has a new form, which counts as a different entry.
  const complete = read.end.outcome === "done" || allFound(pending, read);
  const rest = pending.entries.filter(([fingerprint]) => !complete && !read.bodies.has(fingerprint));
  const after = withPending(before, rest.length === 0 ? undefined : { ...pending, entries: rest });
  if (entries.length > 0 || complete) {
    yield journalStep(after, () => recordEntries(parts, visit.feed.instance, owner, entries, read.asOf));
  }
  return { checkpoint: after, end: complete ? { outcome: "next" } : read.end };
}

function withPending(checkpoint: JournalCheckpoint, pending: PendingEntries | undefined): JournalCheckpoint {
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
    enough: (read) =>
      // A checkpoint that dropped counts too early counts fewer of an entry than are pending.
      [...wanted].every(([name, count]) => (read.get(name) ?? 0) >= Math.max(counted.get(name) ?? 0, count)),
  });
}

function allFound({ entries }: PendingEntries, { bodies }: JournalRead): boolean {
  return entries.every(([fingerprint]) => bodies.has(fingerprint));
}

/**
 * A known entry whose fingerprint has changed, because the feed now renders the entry differently. `before` is the
 * stored fingerprint.
 */
type Rerendered = KnownEntry & { readonly before: string };

/**
 * Finds known entries whose fingerprints have changed. The feed is never pruned
 * (docs/partner-api.md#change-feed-never-pruned). So if a known entry isn't found where it was, the new entry with the
 * same identity replaces it.
 *
 * Earlier versions stored no identities. If such a version dropped the known entry's body, a new entry of the same
 * document replaces it, but only if the pass reached the feed's end.
 *
 * `replayed`: the entries that earlier parts of a replay read.
 */
async function rerendered(
  journal: JournalParts["journal"],
  { instance, owner }: { readonly instance: string; readonly owner: Owner },
  { pages, bodies }: JournalRead,
  known: Counts,
  replayed: Counts | undefined,
): Promise<readonly Rerendered[]> {
  const read = sumOf(pages.map(({ fingerprints }) => countsOf(fingerprints)));
  const fresh = beyond(read, known);
  let unread = beyond(known, read);
  if (fresh.size === 0 || (unread.size === 0 && replayed === undefined)) return [];
  // A replay's `known` counts only entries that were read, so the mirror must name the others.
  const stored = await journal.knownEntries(instance, owner, replayed === undefined ? [...unread.keys()] : undefined);
  const storedCounts = countsOf(stored.map(({ fingerprint }) => fingerprint));
  if (replayed !== undefined) unread = beyond(storedCounts, sumOf([read, replayed]));
  const unique = new Map(stored.map((entry) => [entry.fingerprint, entry]));
  const candidates = [...unique.values()].flatMap((entry) =>
    Array.from({ length: unread.get(entry.fingerprint) ?? 0 }, () => entry),
  );
  const byName = Map.groupBy(candidates, ({ identity, documentId }) => identity ?? nameOf(documentId));
  const isAtEnd = pages.at(-1)?.nextCursor === undefined;
  return [...fresh].flatMap(([fingerprint, count]) => {
    const [body = {}] = bodies.get(fingerprint) ?? [];
    const identity = entryIdentity(body);
    const documentId = typeof body["documentId"] === "string" ? body["documentId"] : undefined;
    const found: Rerendered[] = [];
    for (const name of isAtEnd ? [identity, nameOf(documentId)] : [identity]) {
      const taken = byName.get(name)?.splice(0, count - found.length) ?? [];
      found.push(...taken.map((entry) => ({ fingerprint, identity, documentId, before: entry.fingerprint })));
    }
    return found;
  });
}

/** For entries that are now rendered differently, moves the counts to the new fingerprints. */
function recounted(known: Counts, rendered: readonly Rerendered[]): Counts {
  const now = sumOf([known, countsOf(rendered.map(({ fingerprint }) => fingerprint))]);
  return beyond(now, countsOf(rendered.map(({ before }) => before)));
}

/** Identifies an entry by its document alone. */
const nameOf = (documentId: string | undefined): string => `document ${documentId ?? ""}`;
