import * as z from "zod";
import type { Owner } from "../../kernel/envelope.ts";
import type { Moment } from "../../source/source.ts";
import type { RecordRow } from "../records/record-observation.ts";

/** What an owner's journal recorded about a document in addition to what the list shows. */
export const documentNote = z.object({
  /**
   * When the content was last replaced (unix ms, the server's clock). The list doesn't show new content of the same
   * size.
   */
  replacedAt: z.int().optional(),
  /** The size after the replacement, as the entry gives it. */
  replacedSize: z.string().exactOptional(),
  /** When a placement was deleted, according to the journal; "" if the journal gives no time. */
  deleted: z.string().optional(),
});
export type DocumentNote = z.infer<typeof documentNote>;

/**
 * A replacement of content that the journal recorded. `at`: its time (unix ms, the server's clock). `size`: the new
 * size, if the entry gives one.
 */
export type Replacement = { readonly at: number; readonly size: string | undefined };

/**
 * A folder that was added according to the journal, with the paths where it may be now. A path contains the names from
 * the root to the folder.
 */
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
  /**
   * Whether the owner's first pass is still under way. The placements that this pass shows are new to the mirror, but
   * they aren't changes.
   */
  readonly draining: boolean;
  /**
   * Whether first contact found the owner. If so, documents and folders that its first pass shows are baseline if they
   * haven't changed since the connection.
   */
  readonly baseline: boolean;
  readonly notes: DocumentNotes;
  /** Whether the journal recorded that folders were deleted. */
  readonly foldersDeleted: boolean;
  /** Folders that the journal recorded as added. */
  readonly foldersAdded: readonly AddedFolder[];
};

/** An owner's complete folder list. */
export type FolderTree = OwnerRead & {
  readonly moment: Moment;
  readonly rows: readonly RecordRow[];
  /** The ids that the list shows, including those of rows that can't be read. */
  readonly shown: ReadonlySet<string>;
  /** The number of rows without a readable id. Each may be a folder that seems to be missing. */
  readonly unidentified: number;
  /** Whether the owner and its folders are gone. The owner's list can't be read then, and counts as empty. */
  readonly ownerIsGone: boolean;
};

/** A complete pass through all of an owner's documents. */
export type CompletedPass = OwnerRead & {
  readonly seen: ReadonlySet<string>;
  /** When the pass began (unix ms, our clock). A document that came under the owner later doesn't count as missing. */
  readonly beganAt: number;
  /** Whether the owner is gone, together with everything under it. */
  readonly cascade: boolean;
  /** Whether the previous pass left something undecided, such as held removals. */
  readonly reopened: boolean;
  /** The number of rows without a readable id. Each may be a document that seems to be missing. */
  readonly unidentified: number;
};
