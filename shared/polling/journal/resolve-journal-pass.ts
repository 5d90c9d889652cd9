import { defined } from "../../kernel/defined.ts";
import type { Timings } from "../../kernel/timings.ts";
import { beyond, type Counts, countsFrom, countsOf, sizeOf, storedCounts, sumOf } from "./fingerprint-counts.ts";
import type { JournalCheckpoint, Segment } from "./journal-checkpoint.ts";
import type { JournalLimits, ReadPage } from "./read-journal.ts";

/** `usual` starts at the anchor, `reread` at the ring's oldest segment, `replay` at the feed's start. */
export type PassMode = "usual" | "reread" | "replay";

export type JournalPass = {
  readonly mode: PassMode;
  /** There is at least one page. */
  readonly pages: readonly ReadPage[];
  /** How many occurrences of each fingerprint were known after the cursor at which the pass started. */
  readonly known: Counts;
  /** Unix ms, our clock. */
  readonly beganAt: number;
  readonly endedAt: number;
};

export type ResolvedPass = {
  readonly checkpoint: JournalCheckpoint;
  /** The entries that were read in addition to the known ones. */
  readonly fresh: Counts;
  /** Whether something must be written. */
  readonly moved: boolean;
};

export type PassRules = {
  readonly limits: JournalLimits;
  readonly timings: Pick<Timings, "anchorLag" | "journalRereadAge">;
};

/**
 * An entry that was counted but not read this time stays counted, as if it came after the last page. So it isn't new
 * when it is read again.
 */
export function resolveJournalPass(stored: JournalCheckpoint, pass: JournalPass, rules: PassRules): ResolvedPass {
  const before = withoutTimesAhead(stored, pass.beganAt, rules.timings);
  const read = sumOf(pass.pages.map(({ fingerprints }) => countsOf(fingerprints)));
  const fresh = beyond(read, pass.known);
  const nextCursor = pass.pages.at(-1)?.nextCursor;
  const atEnd = nextCursor === undefined;
  if (pass.mode === "replay" && !atEnd) {
    const replay = interrupted(before, pass, nextCursor, read, fresh, rules.limits);
    return { checkpoint: { ...before, replay }, fresh, moved: true };
  }

  const start = { usual: before.anchor, reread: 0, replay: 0 }[pass.mode];
  const segments = segmentsOf(before, pass, fresh, beyond(pass.known, read));
  const ring = [...before.ring.slice(0, start), ...segments];
  const settled = fresh.size === 0 && before.replay === undefined;
  const trimmed = trim({ ring, start }, pass, rules);
  const rereadDone = atEnd && pass.mode !== "usual";
  // Entries may have appeared behind the point where the replay was resumed.
  const resumed = pass.mode === "replay" && pass.pages[0]?.cursor !== null;
  const tooEarly = trimmed.droppedTooEarly || resumed;
  const shortAt = tooEarly ? pass.endedAt : rereadDone ? undefined : before.shortAt;
  const checkpoint: JournalCheckpoint = {
    ring: trimmed.ring,
    anchor: trimmed.anchor,
    foundAt: fresh.size > 0 ? pass.endedAt : before.foundAt,
    ...(before.bodies !== undefined && { bodies: before.bodies }),
    first: before.first && !atEnd,
    rereadAt: rereadDone ? pass.endedAt : before.rereadAt,
    ...(shortAt !== undefined && { shortAt }),
  };
  const moved = !settled || before !== stored || !isSamePosition(checkpoint, before);
  return { checkpoint, fresh, moved };
}

/**
 * Corrects times that were stored while our clock was ahead. Without this, the anchor wouldn't move to a cursor with
 * such a time until our clock reached that time, and each pass would read everything after the anchor.
 */
function withoutTimesAhead(
  checkpoint: JournalCheckpoint,
  now: number,
  { anchorLag }: PassRules["timings"],
): JournalCheckpoint {
  const { ring, foundAt, replay } = checkpoint;
  const isAhead = (at: number): boolean => at > now + anchorLag;
  if (![foundAt, replay?.foundAt ?? 0, ...ring.map(({ seenAt }) => seenAt)].some(isAhead)) return checkpoint;
  const settled = (at: number): number => (isAhead(at) ? now : at);
  return {
    ...checkpoint,
    ring: ring.map((segment) => ({ ...segment, seenAt: settled(segment.seenAt) })),
    foundAt: settled(foundAt),
    ...(replay !== undefined && {
      replay: { ...replay, ...(replay.foundAt !== undefined && { foundAt: settled(replay.foundAt) }) },
    }),
  };
}

/** Compares what decides whether an idle feed's checkpoint is written. `shortAt` changes only with these fields. */
function isSamePosition(one: JournalCheckpoint, other: JournalCheckpoint): boolean {
  return (
    one.ring[0]?.cursor === other.ring[0]?.cursor &&
    one.ring[one.anchor]?.cursor === other.ring[other.anchor]?.cursor &&
    one.first === other.first &&
    one.rereadAt === other.rereadAt
  );
}

/**
 * If the replay is long, its oldest counts are dropped. A new entry that appears far back and equals a dropped one is
 * then missed. If all counts were kept, the checkpoint could become too large to be saved, and the replay would never
 * end.
 */
function interrupted(
  before: JournalCheckpoint,
  pass: JournalPass,
  cursor: string,
  read: Counts,
  fresh: Counts,
  { replayed }: JournalLimits,
): JournalCheckpoint["replay"] {
  let counts = sumOf([countsFrom(before.replay?.counts ?? {}), read]);
  for (let dropped = 0; counts.size > replayed && dropped < pass.pages.length; dropped += 1) {
    counts = sumOf(pass.pages.slice(dropped).map(({ fingerprints }) => countsOf(fingerprints)));
  }
  const foundAt = fresh.size > 0 ? pass.endedAt : before.replay?.foundAt;
  return { cursor, counts: storedCounts(counts), ...defined({ foundAt }) };
}

function segmentsOf(before: JournalCheckpoint, pass: JournalPass, fresh: Counts, expected: Counts): Segment[] {
  const segments = pass.pages.map((page, position): Segment => {
    const last = pass.pages[position - 1]?.fingerprints.at(-1);
    const counts = storedCounts(countsOf(page.fingerprints));
    return { cursor: page.cursor, seenAt: seenBy(before, page.cursor, last, fresh, pass.endedAt), counts };
  });
  const lastPage = pass.pages.at(-1);
  if (lastPage?.nextCursor !== undefined) {
    const { nextCursor: cursor, fingerprints } = lastPage;
    const seenAt = seenBy(before, cursor, fingerprints.at(-1), fresh, pass.endedAt);
    return [...segments, { cursor, seenAt, counts: storedCounts(expected) }];
  }
  const trailing = segments.pop();
  if (trailing === undefined) return segments;
  return [...segments, { ...trailing, counts: storedCounts(sumOf([countsFrom(trailing.counts), expected])) }];
}

/**
 * Returns a time by which everything before a cursor had certainly been read. The entries of a segment had been read by
 * the next segment's `seenAt`. A cursor that is new because the page size changed or an entry was late gets the time by
 * which the entry before it had been read.
 */
function seenBy(
  { ring, foundAt, replay }: JournalCheckpoint,
  cursor: string | null,
  entryBefore: string | undefined,
  fresh: Counts,
  now: number,
): number {
  const known = ring.find((segment) => segment.cursor === cursor);
  if (known !== undefined) return known.seenAt;
  if (entryBefore === undefined || fresh.has(entryBefore)) return now;
  const holders = ring.flatMap(({ counts }, position) =>
    counts[entryBefore] === undefined ? [] : [ring[position + 1]?.seenAt ?? foundAt],
  );
  // An entry in no segment lies before the ring's start, or was read by this replay before it started over.
  const seenAt = holders.length === 0 ? (ring[0]?.seenAt ?? now) : Math.max(...holders);
  return Math.max(seenAt, replay?.foundAt ?? 0);
}

type Trimmed = { readonly ring: Segment[]; readonly anchor: number; readonly droppedTooEarly: boolean };

/**
 * A pass moves the anchor to a cursor if it began at least `anchorLag` after the cursor was first seen. It moves the
 * ring's start to the cursor if it read from the ring's start and began at least `journalRereadAge` after the cursor
 * was first seen. Until then, entries that commit late may appear before the cursor (hazard 38). If the ring counts
 * more than `limits.counted` entries, its oldest segments are dropped too early.
 */
function trim(
  { ring, start }: { ring: readonly Segment[]; start: number },
  pass: JournalPass,
  { limits, timings }: PassRules,
): Trimmed {
  const lastSeenBefore = (moment: number): number =>
    ring.findLastIndex(({ seenAt }, position) => position <= start || seenAt <= moment);
  const anchor = Math.max(start, lastSeenBefore(pass.beganAt - timings.anchorLag));
  const covered = start === 0 ? Math.min(anchor, lastSeenBefore(pass.beganAt - timings.journalRereadAge)) : 0;
  let first = covered;
  let counted = ring.slice(covered).reduce((sum, { counts }) => sum + sizeOf(countsFrom(counts)), 0);
  while (counted > limits.counted && first < ring.length - 1) {
    counted -= sizeOf(countsFrom(ring[first]?.counts ?? {}));
    first += 1;
  }
  return { ring: ring.slice(first), anchor: Math.max(0, anchor - first), droppedTooEarly: first > covered };
}
