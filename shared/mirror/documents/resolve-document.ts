import type { Owner } from "../../kernel/envelope.ts";
import { recordRow } from "../../polling/rows/record-row.ts";
import { isTooLarge, type Unanswered, unanswered } from "../../polling/rows/unanswered.ts";
import { pathOf } from "../../source/path-of.ts";
import type { Source } from "../../source/source.ts";
import type { MirrorItem } from "../mirror-item.ts";
import { classifyDocument } from "./classify-document.ts";
import type { DocumentContext, DocumentObservation } from "./document-observation.ts";

/** The same as RecordResolution, and `unreadable`: the source calls an id malformed that its own list shows. */
export type DocumentResolution =
  | { readonly resolution: "same" | "unreadable" | "too_large" }
  | { readonly resolution: "touched" | "changed"; readonly item: MirrorItem }
  | { readonly resolution: "incomplete"; readonly reason: Unanswered };

export type ResolveDocumentParts = { readonly source: Source; readonly context: DocumentContext };

/**
 * Classifies an observation and, where that isn't enough, asks the source for the document by id and for the list of the
 * owner it was with, at most once each.
 */
export async function resolveDocument(
  item: MirrorItem | undefined,
  observation: DocumentObservation,
  parts: ResolveDocumentParts,
): Promise<DocumentResolution> {
  const classification = classifyDocument(item, observation, parts.context);
  switch (classification.classification) {
    case "same":
      return { resolution: "same" };
    case "touched":
    case "changed":
      return { resolution: classification.classification, item: classification.item };
    case "fetch": {
      const answer = await parts.source.one({ path: pathOf("document", observation.id) });
      if (answer.outcome === "badRequest") return { resolution: "unreadable" };
      const gone = answer.outcome === "notFound" && answer.problem;
      if (isTooLarge(answer)) return { resolution: "too_large" };
      if (answer.outcome !== "ok" && !gone) return { resolution: "incomplete", reason: unanswered(answer) };
      const fetched = answer.outcome === "ok" ? { body: answer.value, moment: answer.moment } : "gone";
      return resolveDocument(item, { ...observation, fetched }, parts);
    }
    case "askPrevious": {
      const holds = await isListed(parts.source, classification.previous, observation.id);
      if (typeof holds === "string") return { resolution: "incomplete", reason: holds };
      return resolveDocument(item, { ...observation, previousHolds: holds }, parts);
    }
  }
}

/** Whether an owner's list shows a document. An owner that doesn't resolve any more holds nothing. */
async function isListed(source: Source, owner: Owner, id: string): Promise<boolean | Unanswered> {
  const query = { entityType: owner.type, entityId: owner.id, limit: "1000" };
  let cursor: string | undefined;
  do {
    const page = { ...query, ...(cursor !== undefined && { cursor }) };
    const answer = await source.page({ path: "/document/cursor", query: page });
    if (answer.outcome === "badRequest" || answer.outcome === "unprocessable") return false;
    if (answer.outcome !== "ok") return unanswered(answer);
    if (answer.value.items.some((row) => recordRow(row)?.id === id)) return true;
    cursor = answer.value.nextCursor;
  } while (cursor !== undefined);
  return false;
}
