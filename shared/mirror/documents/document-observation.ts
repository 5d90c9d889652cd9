import type { DetectedBy, Owner } from "../../kernel/envelope.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Moment } from "../../source/source.ts";
import type { MirrorItem } from "../mirror-item.ts";
import type { ClassifyContext, RecordRow } from "../records/record-observation.ts";
import type { DocumentNote, Replacement } from "./owner-read.ts";

export type FetchedDocument = { readonly body: JsonObject; readonly moment: Moment };

export type DocumentObservation = {
  /** The owner whose list was read. */
  readonly owner: Owner;
  readonly id: string;
  /** Undefined if the complete list doesn't show the document. */
  readonly row: RecordRow | undefined;
  readonly moment: Moment;
  readonly detectedBy: DetectedBy;
  readonly draining: boolean;
  readonly baseline: boolean;
  readonly note: DocumentNote | undefined;
  /** The response to the read by id that followed; "gone" is a 404. */
  readonly fetched?: FetchedDocument | "gone";
  /** Whether the former owner's list still shows the document; set only if the document doesn't name its owner. */
  readonly previousHolds?: boolean;
  /**
   * The replacements that a further reading of the journal found. Set only if the notes don't explain what the document
   * shows; empty if the owner has no readable journal.
   */
  readonly readOn?: readonly Replacement[];
};

export type DocumentContext = Omit<ClassifyContext, "statuses"> & {
  /** The longest time (ms) between an entry's change time and its appearance in the journal. */
  readonly anchorLag: number;
};

/**
 * What an observation means for the stored item. `same`, `fetch`, `touched` and `changed` are as in `Classification`.
 * In addition:
 * - `askPrevious`: read the former owner's list first.
 * - `readOn`: read more of the journal first.
 * - `behind`: the read by id doesn't yet show what the journal recorded.
 * - `changed` with `isBehind`: the journal recorded more than the document shows.
 */
export type DocumentClassification =
  | { readonly classification: "same" | "fetch" | "readOn" | "behind" }
  | { readonly classification: "askPrevious"; readonly previous: Owner }
  | { readonly classification: "touched" | "changed"; readonly item: MirrorItem; readonly isBehind?: boolean };
