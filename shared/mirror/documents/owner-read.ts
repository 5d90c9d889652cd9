import * as z from "zod";
import type { Owner } from "../../kernel/envelope.ts";
import type { Moment } from "../../source/source.ts";
import type { RecordRow } from "../records/record-observation.ts";

/** What an owner's journal recorded of a document and its list alone doesn't show. */
export const documentNote = z.object({
  /** Unix ms, the server's clock: when the content was replaced last. A new content of the same size looks like the old. */
  replacedAt: z.int().optional(),
  /** The size that it then had, as its entry names it. */
  replacedSize: z.string().exactOptional(),
  /** When a placement was deleted, as the journal says; "" where it doesn't. */
  deleted: z.string().optional(),
});
export type DocumentNote = z.infer<typeof documentNote>;

/** A replacement of content that the journal recorded: when (unix ms, the server's clock), and the size, where it names one. */
export type Replacement = { readonly at: number; readonly size: string | undefined };

/** A folder that the journal says was added: where it may be now, as names from the root to it. */
export const addedFolder = z.object({
  /** Unix ms, the server's clock. */
  at: z.int(),
  paths: z.array(z.array(z.string())),
});
export type AddedFolder = z.infer<typeof addedFolder>;

export type DocumentNotes = { readonly [documentId: string]: DocumentNote };

/** What a visit needs to read an owner. */
export type OwnerRead = {
  readonly instance: string;
  readonly owner: Owner;
  /** The owner's first pass isn't complete yet: what it shows was there before, or is new together with the owner. */
  readonly draining: boolean;
  /** The owner is known by first contact: what its first pass shows and is older than the connection is baseline. */
  readonly baseline: boolean;
  readonly notes: DocumentNotes;
  /** The journal recorded that folders were deleted. */
  readonly foldersDeleted: boolean;
  /** Folders that the journal recorded as added. */
  readonly foldersAdded: readonly AddedFolder[];
};

/** An owner's whole folder list. */
export type FolderTree = OwnerRead & {
  readonly moment: Moment;
  readonly rows: readonly RecordRow[];
  /** The ids that the list shows, also of rows that can't be read. */
  readonly shown: ReadonlySet<string>;
  /** How many rows showed no readable id: each may be a folder that seems to be missing. */
  readonly unidentified: number;
  /** The owner is gone, and its folders with it. Nobody can be asked for its list, which is empty. */
  readonly ownerIsGone: boolean;
};

/** A pass through all of an owner's documents that was read to its end. */
export type CompletedPass = OwnerRead & {
  readonly seen: ReadonlySet<string>;
  /** Unix ms of our clock when the pass began: what came under the owner later isn't missing from it. */
  readonly beganAt: number;
  /** The owner itself is gone: whatever it held went with it. */
  readonly cascade: boolean;
  /** The pass before left something undecided; its removals may have been held. */
  readonly reopened: boolean;
  /** How many of its rows showed no readable id: each may be a document that seems to be missing. */
  readonly unidentified: number;
};
