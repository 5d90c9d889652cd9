import type { Owner } from "../kernel/envelope.ts";
import { CorruptItemError } from "../kernel/errors.ts";
import { type JsonObject, json } from "../kernel/json.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Timings } from "../kernel/timings.ts";
import { unixMs } from "./change-time.ts";
import type { FeedReader, PassEnd, Step, Visit } from "./feed-reader.ts";
import { beyond, type Counts, countsFrom, countsOf, sumOf } from "./fingerprint-counts.ts";
import { type JournalCheckpoint, journalCheckpointOf } from "./journal-checkpoint.ts";
import type { JournalEntry, JournalSink } from "./observation.ts";
import type { Quarantine } from "./quarantine.ts";
import { type JournalRead, readJournal } from "./read-journal.ts";
import { type PassMode, settleJournalPass } from "./settle-journal-pass.ts";
import { judgeUnresolvedOwner } from "./unresolved-owner.ts";

export type JournalParts = {
  readonly journal: JournalSink;
  readonly quarantine: Quarantine;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "anchorLag" | "journalRereadPeriod" | "journalRereadAge">;
};

type Pending = NonNullable<JournalCheckpoint["pending"]>;
/** What was read and what now stands. */
type Passed = { readonly checkpoint: JournalCheckpoint; readonly end: PassEnd | undefined };

const nothing = { outcome: "observed", changed: 0 } as const;

/**
 * Reads an owner's document changes. The order is the reverse of other readers': first the checkpoint counts what was
 * found and lists it as pending, then its only winner puts the entries, then it clears the list. Entries have no id;
 * putting them first would number an entry twice when two workers meet it (design/ingest §4).
 */
export function createJournalReader(parts: JournalParts): FeedReader {
  return {
    async *read(visit) {
      const owner = ownerOf(visit);
      let checkpoint = journalCheckpointOf(visit.feed.checkpoint, visit.feed.feedId, visit.beganAt);
      if (checkpoint.pending !== undefined) {
        const passed = yield* finishPending(parts, visit, owner, checkpoint, checkpoint.pending);
        if (passed.end !== undefined) return passed.end;
        checkpoint = passed.checkpoint;
      }
      for (;;) {
        const passed = yield* pass(parts, visit, owner, checkpoint);
        if (passed.end !== undefined) return passed.end;
        checkpoint = passed.checkpoint;
      }
    },
  };
}

/** One pass; its `end` is absent where there is more to read at once. */
async function* pass(
  parts: JournalParts,
  visit: Visit,
  owner: Owner,
  before: JournalCheckpoint,
): AsyncGenerator<Step, Passed, undefined> {
  const { clock, timings } = parts;
  const beganAt = clock.now();
  const mode = modeOf(before, beganAt, timings);
  const counted = before.ring.slice(mode === "usual" ? before.anchor : 0);
  const total = sumOf(counted.map(({ counts }) => countsFrom(counts)));
  const replayed = countsFrom(before.replay?.counts ?? {});
  const read = await readJournal(visit.source, {
    owner,
    from: mode === "replay" ? (before.replay?.cursor ?? null) : (counted[0]?.cursor ?? null),
    large: mode === "replay",
    known: async (fingerprints) => {
      if (mode !== "replay") return new Map(fingerprints.map((fingerprint) => [fingerprint, total.get(fingerprint) ?? 0]));
      return beyond(await kept(parts, visit, owner, fingerprints), replayed);
    },
  });
  await parts.quarantine.keep(visit.feed.instance, visit.feed.feedId, read.poison);
  const end = endOf(read);
  if (end === "unresolved") return { checkpoint: before, end: await judgeUnresolvedOwner(visit.source, owner) };
  const cursorLost = read.cut?.outcome === "lostCursor";
  if (read.pages.length === 0 || cursorLost) {
    // The feed is never pruned (R:288): all of it is read again and counted against the entries that stand.
    return cursorLost ? { checkpoint: { ...before, replay: { cursor: null, counts: {} } }, end: undefined } : { checkpoint: before, end };
  }

  // What ends before the feed does expects everything it didn't read behind its last page.
  const known = mode === "replay" ? read.known : total;
  const settled = settleJournalPass(before, { mode, pages: read.pages, known, beganAt, endedAt: clock.now() }, timings);
  const from = read.pages[0]?.cursor ?? null;
  const pending = await pendingOf(parts, visit, owner, { from, first: before.first, fresh: settled.fresh });
  const after = pending === undefined ? settled.checkpoint : { ...settled.checkpoint, pending };
  if (settled.moved || before === initial(before)) yield stepOf(nothing, after);
  if (pending === undefined) return { checkpoint: settled.checkpoint, end };
  const entries = await entriesOf(parts, visit, owner, pending, read);
  const { journal } = parts;
  yield {
    ...stepOf(nothing, settled.checkpoint),
    observe: async () => {
      await journal.record(visit.feed.instance, owner, entries, read.asOf);
      return { outcome: "observed", changed: entries.length };
    },
  };
  return { checkpoint: settled.checkpoint, end };
}
