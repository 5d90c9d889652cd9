import type { Owner } from "../../kernel/envelope.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import type { Visit } from "../feed-reader.ts";
import { keepPoison } from "../rows/keep-poison.ts";
import { beyond, type Counts, countsFrom, sumOf } from "./fingerprint-counts.ts";
import { type JournalCheckpoint, type PendingEntries, replayedFromStart } from "./journal-checkpoint.ts";
import { keptCounts, numbered, occurrencesOf } from "./journal-occurrences.ts";
import {
  type JournalParts,
  type JournalPassed,
  type JournalStep,
  journalStep,
  recordEntries,
} from "./journal-parts.ts";
import { withPending } from "./pending-entries.ts";
import { type JournalRead, readJournal } from "./read-journal.ts";
import { recounted, rerendered } from "./rerendered.ts";
import { type PassMode, resolveJournalPass } from "./resolve-journal-pass.ts";

/**
 * Makes one pass through a journal, in up to two steps: what it found is counted and pending, then put and no longer
 * pending. `nothingKept`: the mirror has none of the owner's entries. A worker that puts some meanwhile has saved the
 * feed first, so this pass then fails at its compare-and-set.
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
    // This pass itself got the cursor from the source. The next visit tries again.
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
  const kept = await keptCounts(journal, instance, owner, fresh);
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
  return { checkpoint: moved ? settled.checkpoint : before, end: read.end };
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
      beyond(await keptCounts(journal, visit.feed.instance, owner, fingerprints), replayed),
  });
}

/** The counts of each fingerprint from the place where a pass of this mode starts. */
function countedFrom({ ring, anchor }: JournalCheckpoint, mode: PassMode): Counts {
  return sumOf(ring.slice(mode === "usual" ? anchor : 0).map(({ counts }) => countsFrom(counts)));
}

/**
 * Once a day, the pass starts before every place where late entries may still appear, or at the feed's start if the
 * counts for that were dropped. If the anchor is the ring's start, every usual pass is such a pass.
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
