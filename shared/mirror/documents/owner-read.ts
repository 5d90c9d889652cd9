import * as z from "zod";
import type { Owner } from "../../kernel/envelope.ts";
import type { Moment } from "../../source/source.ts";
import type { RecordRow } from "../records/record-observation.ts";

/** What an owner's journal recorded about a document in addition to what the list shows. */
export const documentNote = z.object({
  /** The last replacement (unix ms, the server's clock). A list doesn't show it if the size stays the same. */
  replacedAt: z.int().optional(),
  /** The size after the replacement, as the entry gives it. */
  replacedSize: z.string().exactOptional(),
  /** When a placement was deleted, according to the journal; "" if the journal gives no time. */
  deleted: z.string().optional(),
});
export type DocumentNote = z.infer<typeof documentNote>;

/** A replacement of content that the journal recorded. `at` is in unix ms of the server's clock. */
export type Replacement = { readonly at: number; readonly size: string | undefined };

/**
 * A folder that the journal recorded as added. Each of `paths` contains the names from the root to a place where the
 * folder may be now.
 */
export const addedFolder = z.object({
  /** Unix ms, the server's clock. */
  at: z.int(),
  paths: z.array(z.array(z.string())),
});
export type AddedFolder = z.infer<typeof addedFolder>;

export type DocumentNotes = { readonly [documentId: string]: DocumentNote };

export type OwnerRead = {
  readonly instance: string;
  readonly owner: Owner;
  /** Whether this is the owner's first pass. The placements that it shows are new to the mirror, but aren't changes. */
  readonly draining: boolean;
  /**
   * Whether first contact found the owner. What its first pass shows is then baseline if unchanged since the
   * connection.
   */
  readonly baseline: boolean;
  readonly notes: DocumentNotes;
  /** Whether the journal recorded that folders were deleted. */
  readonly foldersDeleted: boolean;
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
  readonly unidentified: number;
};
