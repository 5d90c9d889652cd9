import * as z from "zod";
import type { Json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import { addedFolder, documentNote } from "../../mirror/documents/owner-read.ts";
import { timelinePosition } from "../timelines/timeline-checkpoint.ts";

/** What the journal recorded since a pass began, and that pass's successor has to look at. */
const news = z.object({
  /** The notes of each document, by its id. */
  notes: z.record(z.string(), documentNote),
  foldersDeleted: z.boolean(),
  /** Absent where there are none, and in what older versions stored. */
  foldersAdded: z.array(addedFolder).optional(),
});

/** A pass through an owner's folders and documents that isn't complete; it may take several visits. */
const snapshotPass = news.extend({
  /** Unix ms, our clock. */
  beganAt: z.int(),
  /** Number of the pass: the ids it saw are noted under it. */
  generation: z.int(),
  /** The feed's `dirtyRev` when it began. */
  dirtyRev: z.int(),
  /** The owner is baseline and this is its first pass. */
  baseline: z.boolean(),
  /** Something is known to have changed: pages are compared even where they look as before. */
  dirty: z.boolean(),
  /** The digests of the folder list and of the pages read so far; "" where one has to be looked at again. */
  digests: z.array(z.string()),
  cursor: z.string().optional(),
  limit: z.int().optional(),
  /** How many rows of the document list had no readable id. Earlier versions stored only whether any row had none. */
  unidentified: z.int().optional(),
  unreadable: z.boolean(),
  /** The pass recorded a change. */
  changed: z.boolean(),
  /** Something is left to another pass. */
  open: z.boolean(),
  /** The ids of documents with notes that were left out: another pass looks at them, and needs their notes. */
  leftOut: z.array(z.string()).exactOptional(),
  /** The last visit had read the journal and got no page further here: the next one begins with this pass. */
  goesFirst: z.boolean().optional(),
});
export type SnapshotPass = z.infer<typeof snapshotPass>;

const snapshot = news.extend({
  /** The journal recorded something that the next pass has to look at. */
  dirty: z.boolean(),
  /** The feed's `dirtyRev` up to which the last completed pass looked. */
  dirtyRev: z.int(),
  digests: z.array(z.string()),
  /** Unix ms, our clock, of the last completed pass; absent: none yet. */
  completedAt: z.int().optional(),
  /** In ms; doubles with every pass that finds nothing. */
  period: z.int(),
  /** Unix ms, our clock: another pass has to confirm what this one found missing. */
  againAt: z.int().optional(),
  /** How long (ms) that other pass was put off; doubles while nothing comes of it, as while an operator decides. */
  againAfter: z.int().optional(),
  generation: z.int(),
  pass: snapshotPass.optional(),
});
export type Snapshot = z.infer<typeof snapshot>;

const documentTimeline = z.object({
  /** Unix ms of the server's clock: read completely up to here. */
  watermark: z.int().optional(),
  /** A pass that isn't complete. */
  position: timelinePosition.optional(),
  /** Unix ms, our clock, of the last complete pass. */
  readAt: z.int().optional(),
  limit: z.int().optional(),
});
export type DocumentTimeline = z.infer<typeof documentTimeline>;

/** Where reading an owner's documents stands, beside its journal. */
const ownerDocuments = z.object({ timeline: documentTimeline, snapshot });
export type OwnerDocuments = z.infer<typeof ownerDocuments>;

export function ownerDocumentsOf(stored: Json | undefined, feedId: string, period: number): OwnerDocuments {
  if (stored !== undefined) return parseStored(ownerDocuments, stored, `checkpoint of ${feedId}`);
  const nothing = { notes: {}, foldersDeleted: false };
  return { timeline: {}, snapshot: { ...nothing, dirty: false, dirtyRev: 0, digests: [], period, generation: 0 } };
}
