import * as z from "zod";
import { defined } from "../../kernel/defined.ts";
import type { Json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";

const counts = z.record(z.string(), z.int());

/** A part of a journal: the entries read from `cursor` (null: the feed's start) to the cursor of the next segment. */
export const segment = z.object({
  cursor: z.string().nullable(),
  /** The time by which the entries before `cursor` had been read (unix ms, our clock). */
  seenAt: z.int(),
  counts,
});
export type Segment = z.infer<typeof segment>;

/**
 * The position in a journal (docs/adr/0005). `ring` contains the counted entries. A usual pass starts at `anchor`. The
 * daily pass starts at the ring's oldest segment, because entries that commit late appear behind the reader
 * (docs/partner-api.md#change-feed-overlap).
 *
 * ```
 * feed's start                                                                  feed's end
 * ├─── no longer counted ─┬─ ring[0] ─┬─ ring[1] ─┬─ ring[anchor] ─┬─ last segment ─┤
 *                          ▲                       ▲                                 ▲
 *             the daily pass starts here   a usual pass starts here    new entries appear here
 *
 * 12:00:00  a pass first sees cursor C             segment { cursor: C, seenAt: 12:00:00 } joins the ring
 * 12:00:30  an entry before C commits late         the next usual pass still reads across C and finds it
 * 12:02:00  from now on (`anchorLag`)              a pass that begins and reads across C moves the anchor to C
 * 12:30:00  an entry before C commits very late    usual passes start after it, the daily pass finds it
 * 13:00:00  from now on (`journalRereadAge`)       a daily pass that begins and reads across C moves the ring to C
 *
 * A pass that finds entries makes three writes:
 *   save { ring with their counts, pending: entries }    only one of two workers wins; also marks the owner dirty
 *   put the entries into the mirror                      after a crash the next visit finds them pending
 *   save { ring }
 * ```
 */
export const journalCheckpoint = z.object({
  ring: z.array(segment).min(1),
  anchor: z.int().min(0),
  /** The time by which all entries of the last segment had been read (unix ms). */
  foundAt: z.int(),
  /** Entries that are counted but might not be in the mirror yet, and the cursor from which they were read. */
  pending: z
    .object({
      cursor: z.string().nullable(),
      /** Whether the entries were read before the feed's end was first reached. Only then can they be baseline. */
      first: z.boolean(),
      entries: z.array(z.tuple([z.string(), z.int()])),
    })
    .optional(),
  /** True until a pass first reaches the end of the feed. */
  first: z.boolean(),
  /** When the last complete daily pass ended (unix ms). */
  rereadAt: z.int(),
  /**
   * When counts that the next daily pass needs were dropped, or when a replay in several parts ended (unix ms). The
   * next daily pass then replays the feed.
   */
  shortAt: z.int().optional(),
  /**
   * A replay from the feed's start: what it has read, and where it continues. `foundAt` (unix ms) is when a part of a
   * replay last found new entries; it is kept if a replay starts over.
   */
  replay: z.object({ cursor: z.string().nullable(), counts, foundAt: z.int().exactOptional() }).optional(),
  /**
   * The progress of dropping old bodies: when the last round ended (unix ms, our clock), and the key after which the
   * current round continues. Absent in checkpoints of older versions; a round is then due.
   */
  bodies: z.object({ checkedAt: z.int(), after: z.string().optional() }).optional(),
});
export type JournalCheckpoint = z.infer<typeof journalCheckpoint>;

export type PendingEntries = NonNullable<JournalCheckpoint["pending"]>;

/**
 * Keeps `foundAt`, because entries that an earlier replay put into the mirror may be missing from the ring. Without
 * `foundAt`, the anchor would pass those entries as if they had been read long ago.
 */
export function replayedFromStart(checkpoint: JournalCheckpoint): JournalCheckpoint {
  const { foundAt } = checkpoint.replay ?? {};
  return { ...checkpoint, replay: { cursor: null, counts: {}, ...defined({ foundAt }) } };
}

/** The journal's part of an owner's checkpoint. */
export const ownerCheckpoint = z.object({ journal: journalCheckpoint });

export function journalCheckpointOf(stored: Json | undefined, feedId: string, now: number): JournalCheckpoint {
  if (stored !== undefined) return parseStored(ownerCheckpoint, stored, `checkpoint of ${feedId}`).journal;
  const ring = [{ cursor: null, seenAt: now, counts: {} }];
  return { ring, anchor: 0, foundAt: now, first: true, rereadAt: now, bodies: { checkedAt: now } };
}
