import * as z from "zod";
import { defined } from "../../kernel/defined.ts";
import type { Json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";

const counts = z.record(z.string(), z.int());

/** A stretch of a journal: the entries read from `cursor` (null: the feed's start) to the cursor of the next segment. */
export const segment = z.object({
  cursor: z.string().nullable(),
  /** Unix ms, our clock, by which the entries before `cursor` had been seen. */
  seenAt: z.int(),
  /** How often each fingerprint was read in it. */
  counts,
});
export type Segment = z.infer<typeof segment>;

/**
 * The position in a journal (docs/adr/0005). `ring` is what is counted: a usual pass starts at `anchor`, the daily
 * one at the ring's oldest segment, since entries that commit late fill in behind
 * (docs/partner-api.md#change-feed-overlap).
 *
 * ```
 * feed's start                                                                  feed's end
 * ├─ not counted any more ─┬─ ring[0] ─┬─ ring[1] ─┬─ ring[anchor] ─┬─ last segment ─┤
 *                          ▲                       ▲                                 ▲
 *             the daily pass starts here   a usual pass starts here    new entries appear here
 *
 * 12:00:00  a pass first sees cursor C             segment { cursor: C, seenAt: 12:00:00 } joins the ring
 * 12:00:30  an entry before C commits late         the next usual pass still reads across C and finds it
 * 12:02:00  from now on (`anchorLag`)              a pass that begins and reads across C moves the anchor to C
 * 12:30:00  an entry before C commits very late    usual passes start behind it, the daily pass finds it
 * 13:00:00  from now on (`journalRereadAge`)       a daily pass that begins and reads across C moves the ring to C
 *
 * A pass that finds entries makes two writes:
 *   save { ring with their counts, pending: entries }    of two workers one wins; the owner's dirty mark goes along
 *   put the entries into the mirror                      after a crash the next visit finds them pending
 *   save { ring }
 * ```
 */
export const journalCheckpoint = z.object({
  ring: z.array(segment).min(1),
  anchor: z.int().min(0),
  /** Unix ms: by then all entries of the last segment had been seen. */
  foundAt: z.int(),
  /** Found and counted, but perhaps not in the mirror yet: fingerprint and occurrence, and where they were read from. */
  pending: z
    .object({
      cursor: z.string().nullable(),
      /** Read before the first end of the feed: may be baseline. */
      first: z.boolean(),
      entries: z.array(z.tuple([z.string(), z.int()])),
    })
    .optional(),
  /** The feed's end hasn't been reached yet. */
  first: z.boolean(),
  /** Unix ms of the last complete daily re-read. */
  rereadAt: z.int(),
  /** Unix ms at which counts were dropped that the next re-read needs: it replays the feed instead. */
  shortAt: z.int().optional(),
  /**
   * A replay from the feed's start: what it read so far, and where it goes on. `foundAt` (unix ms) is when a part of a
   * replay last found new entries; it outlives a replay that has to start over.
   */
  replay: z.object({ cursor: z.string().nullable(), counts, foundAt: z.int().exactOptional() }).optional(),
  /**
   * Dropping the bodies of old entries: unix ms, our clock, at which the last round through them ended, and the key after which the
   * one under way goes on. Absent in what older versions stored: a round is due.
   */
  bodies: z.object({ checkedAt: z.int(), after: z.string().optional() }).optional(),
});
export type JournalCheckpoint = z.infer<typeof journalCheckpoint>;

export type PendingEntries = NonNullable<JournalCheckpoint["pending"]>;

/**
 * Has the next pass read the whole feed. What parts of an earlier replay found stands in the mirror and not in the ring,
 * so the moment of the last find is kept: without it the anchor would pass those entries as if they had been seen long ago.
 */
export function replayedFromStart(checkpoint: JournalCheckpoint): JournalCheckpoint {
  const { foundAt } = checkpoint.replay ?? {};
  return { ...checkpoint, replay: { cursor: null, counts: {}, ...defined({ foundAt }) } };
}

/** Owners have more positions than this one (documents, snapshot), each in its own member. */
export const ownerCheckpoint = z.object({ journal: journalCheckpoint });

export function journalCheckpointOf(stored: Json | undefined, feedId: string, now: number): JournalCheckpoint {
  if (stored !== undefined) return parseStored(ownerCheckpoint, stored, `checkpoint of ${feedId}`).journal;
  const ring = [{ cursor: null, seenAt: now, counts: {} }];
  return { ring, anchor: 0, foundAt: now, first: true, rereadAt: now, bodies: { checkedAt: now } };
}
