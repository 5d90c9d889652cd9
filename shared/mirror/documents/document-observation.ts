import type { DetectedBy, Owner } from "../../kernel/envelope.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Moment } from "../../source/source.ts";
import type { MirrorItem } from "../mirror-item.ts";
import type { ClassifyContext, RecordRow } from "../records/record-observation.ts";
import type { DocumentNote, Replacement } from "./owner-read.ts";

export type FetchedDocument = { readonly body: JsonObject; readonly moment: Moment };

/** A document in an owner's list, or missing from it, with all that decides what that means. */
export type DocumentObservation = {
  /** The owner whose list it is. */
  readonly owner: Owner;
  readonly id: string;
  /** Undefined where the complete list doesn't show it. */
  readonly row: RecordRow | undefined;
  readonly moment: Moment;
  readonly detectedBy: DetectedBy;
  readonly draining: boolean;
  readonly baseline: boolean;
  readonly note: DocumentNote | undefined;
  /** What the read by id that followed said; "gone" is a 404. */
  readonly fetched?: FetchedDocument | "gone";
  /** Whether the former owner's list still shows it; asked only where the document itself doesn't say whose it is. */
  readonly previousHolds?: boolean;
  /** What the journal recorded of its content by the time of the read by id; asked only where that shows what the notes don't explain. */
  readonly readOn?: readonly Replacement[];
};

export type DocumentContext = Omit<ClassifyContext, "statuses">;

/**
 * What an observation means for the item that stands. `fetch`: the document is read by id first. `askPrevious`: the list of the
 * owner it was with is asked first; `readOn`: the journal is. `behind`: the read by id doesn't show yet what the journal recorded,
 * and `isBehind` that more was recorded. `touched` makes no event, `changed` raised `seq`.
 */
export type DocumentClassification =
  | { readonly classification: "same" | "fetch" | "readOn" | "behind" }
  | { readonly classification: "askPrevious"; readonly previous: Owner }
  | { readonly classification: "touched" | "changed"; readonly item: MirrorItem; readonly isBehind?: boolean };
