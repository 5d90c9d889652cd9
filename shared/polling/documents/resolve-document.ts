import { classifyDocument } from "../../mirror/documents/classify-document.ts";
import type { DocumentContext, DocumentObservation } from "../../mirror/documents/document-observation.ts";
import type { Replacement } from "../../mirror/documents/owner-read.ts";
import type { MirrorItem } from "../../mirror/mirror-item.ts";
import { pathOf } from "../../source/path-of.ts";
import type { Source, SourceFailure } from "../../source/source.ts";
import { type Incomplete } from "../feed-reader.ts";
import { isTooLarge, type Unanswered, unanswered } from "../rows/check-witness.ts";
import type { FormerOwnerLists } from "./former-owner-lists.ts";
import type { UnfoundDocuments } from "./unfound-documents.ts";

/** Returns the replacements of a document's content that the owner's journal shows after its anchor. */
export type ReadOn = (documentId: string) => Promise<readonly Replacement[] | Incomplete>;

/**
 * `unreadable`: the source rejects the id as malformed. `unfound`: the source doesn't find an id that its own list
 * shows, so the list must be read again. `behind`: the document doesn't yet show what the journal recorded. `isBehind`:
 * the document shows only part of that. `unanswered`: the source may be failing only for this document.
 */
export type DocumentResolution =
  | { readonly resolution: "same" | "unreadable" | "too_large" | "unfound" | "behind" }
  | { readonly resolution: "touched" | "changed"; readonly item: MirrorItem; readonly isBehind?: boolean }
  | { readonly resolution: "incomplete"; readonly reason: Unanswered; readonly unanswered?: true };

export type ResolveDocumentParts = {
  readonly source: Source;
  readonly context: DocumentContext;
  readonly formerOwners: FormerOwnerLists;
  readonly unfound: UnfoundDocuments;
  readonly readOn: ReadOn | undefined;
};

export async function resolveDocument(
  item: MirrorItem | undefined,
  observation: DocumentObservation,
  parts: ResolveDocumentParts,
): Promise<DocumentResolution> {
  const classification = classifyDocument(item, observation, parts.context);
  switch (classification.classification) {
    case "same":
    case "behind":
      return { resolution: classification.classification };
    case "touched":
    case "changed": {
      const { classification: resolution, ...rest } = classification;
      return { resolution, ...rest };
    }
    case "fetch": {
      const { row, note } = observation;
      const { instance } = parts.context;
      // A document that the journal names is always requested.
      if (row !== undefined && note === undefined && (await parts.unfound.isKnown(instance, row)))
        return { resolution: "unfound" };
      const answer = await parts.source.one({ path: pathOf("document", observation.id) });
      if (answer.outcome === "badRequest") return { resolution: "unreadable" };
      const gone = answer.outcome === "notFound" && answer.problem;
      if (isTooLarge(answer)) return { resolution: "too_large" };
      if (answer.outcome !== "ok" && !gone) return incomplete(answer);
      if (gone && row !== undefined) {
        await parts.unfound.note(instance, row);
        return { resolution: "unfound" };
      }
      const fetched = answer.outcome === "ok" ? { body: answer.value, moment: answer.moment } : "gone";
      return resolveDocument(item, { ...observation, fetched }, parts);
    }
    case "askPrevious": {
      const holds = await parts.formerOwners.holds(classification.previous, observation.id);
      if (typeof holds !== "boolean") return incomplete(holds);
      return resolveDocument(item, { ...observation, previousHolds: holds }, parts);
    }
    case "readOn": {
      const recorded = await (parts.readOn?.(observation.id) ?? []);
      if ("outcome" in recorded) return { resolution: "incomplete", reason: recorded.reason };
      return resolveDocument(item, { ...observation, readOn: recorded }, parts);
    }
  }
}

function incomplete(failure: SourceFailure): DocumentResolution {
  // `badRequest` means that a former owner's list can't be read to its end. Our access isn't the cause, so only this
  // document has to wait.
  if (failure.outcome === "badRequest") return { resolution: "incomplete", reason: "unavailable", unanswered: true };
  const isUnanswered = failure.outcome === "unavailable";
  return { resolution: "incomplete", reason: unanswered(failure), ...(isUnanswered && { unanswered: true }) };
}
