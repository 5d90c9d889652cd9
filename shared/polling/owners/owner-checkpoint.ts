import * as z from "zod";
import type { Json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import { addedFolder, documentNote } from "../../mirror/documents/owner-read.ts";
import { timelinePosition } from "../timelines/timeline-checkpoint.ts";

/** What the journal has recorded: in a pass, for that pass to handle; in the snapshot, for the next pass. */
const news = z.object({
  /** By document id. */
  notes: z.record(z.string(), documentNote),
  foldersDeleted: z.boolean(),
  /** Absent if there are none, and in checkpoints of older versions. */
  foldersAdded: z.array(addedFolder).optional(),
});

/** An incomplete pass through an owner's folders and documents. */
const snapshotPass = news.extend({
  /** When the pass began (unix ms, our clock). */
  beganAt: z.int(),
  /** The ids that the pass read are noted under this number. */
  generation: z.int(),
  /** The feed's `dirtyRev` when the pass began. */
  dirtyRev: z.int(),
  /** Whether the owner is baseline and this is its first pass. */
  baseline: z.boolean(),
  /** Whether something may have changed or is undecided. Pages are then compared even if they look unchanged. */
  dirty: z.boolean(),
  /** The digests of the folder list and of the pages read so far; "" for a page that must be read again. */
  digests: z.array(z.string()),
  cursor: z.string().optional(),
  /** The number of rows without a readable id in the document list. Earlier versions stored only `unreadable`. */
  unidentified: z.int().optional(),
  unreadable: z.boolean(),
  changed: z.boolean(),
  /** Whether something is left for another pass. */
  open: z.boolean(),
  /** The ids of left-out documents that have notes. Another pass handles these documents and needs the notes. */
  leftOut: z.array(z.string()).exactOptional(),
  /** Whether the next visit begins with this pass, because the last visit read the journal but no page of the pass. */
  goesFirst: z.boolean().optional(),
});
export type SnapshotPass = z.infer<typeof snapshotPass>;

const snapshot = news.extend({
  /** Whether the journal recorded something that the next pass must handle. */
  dirty: z.boolean(),
  /** The feed's `dirtyRev` that the last completed pass covers. */
  dirtyRev: z.int(),
  digests: z.array(z.string()),
  /** When the last pass was completed (unix ms, our clock); absent before the first one. */
  completedAt: z.int().optional(),
  /**
   * The time (ms) between passes. It doubles, up to a limit, after each pass that wasn't `dirty` and found nothing,
   * except the first pass.
   */
  period: z.int(),
  /** When another pass must decide what the last one left open (unix ms, our clock). */
  againAt: z.int().optional(),
  /** The time (ms) from the last pass to `againAt`. It doubles while nothing changes. */
  againAfter: z.int().optional(),
  generation: z.int(),
  pass: snapshotPass.optional(),
});
export type Snapshot = z.infer<typeof snapshot>;

const documentTimeline = z.object({
  /** Everything up to this time has been read (unix ms of the server's clock). */
  watermark: z.int().optional(),
  position: timelinePosition.optional(),
  /** When the timeline was last read to its end, or a snapshot was completed (unix ms, our clock). */
  readAt: z.int().optional(),
});
export type DocumentTimeline = z.infer<typeof documentTimeline>;

const ownerDocuments = z.object({ timeline: documentTimeline, snapshot });
export type OwnerDocuments = z.infer<typeof ownerDocuments>;

export function ownerDocumentsOf(stored: Json | undefined, feedId: string, period: number): OwnerDocuments {
  if (stored !== undefined) return parseStored(ownerDocuments, stored, `checkpoint of ${feedId}`);
  const nothing = { notes: {}, foldersDeleted: false };
  return { timeline: {}, snapshot: { ...nothing, dirty: false, dirtyRev: 0, digests: [], period, generation: 0 } };
}
