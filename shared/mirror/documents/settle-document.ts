import type { Owner } from "../../kernel/envelope.ts";
import { recordRow } from "../../polling/rows/record-row.ts";
import { pathOf } from "../../source/path-of.ts";
import type { Source } from "../../source/source.ts";
import type { MirrorItem } from "../mirror-item.ts";
import { type Unanswered, unanswered } from "../records/unanswered.ts";
import type { DocumentContext, DocumentSighting } from "./document-sighting.ts";
import { judgeDocument } from "./judge-document.ts";

/** A sighting after all questions; `unreadable`: the source calls the id malformed that its own list shows. */
export type SettledDocument =
  | { readonly settled: "same" | "unreadable" }
  | { readonly settled: "touched" | "changed"; readonly item: MirrorItem }
  | { readonly settled: "incomplete"; readonly reason: Unanswered };

export type SettleDocumentParts = { readonly source: Source; readonly context: DocumentContext };

/** Judges a document, asking for it by id and for the list of the owner it was with as often as the verdict wants: once each. */
export async function settleDocument(
  item: MirrorItem | undefined,
  sighting: DocumentSighting,
  parts: SettleDocumentParts,
): Promise<SettledDocument> {
  const verdict = judgeDocument(item, sighting, parts.context);
  switch (verdict.verdict) {
    case "same":
      return { settled: "same" };
    case "touched":
    case "changed":
      return { settled: verdict.verdict, item: verdict.item };
    case "fetch": {
      const answer = await parts.source.one({ path: pathOf("document", sighting.id) });
      if (answer.outcome === "badRequest") return { settled: "unreadable" };
      const gone = answer.outcome === "notFound" && answer.problem;
      if (answer.outcome !== "ok" && !gone) return { settled: "incomplete", reason: unanswered(answer) };
      const fetched = answer.outcome === "ok" ? { body: answer.value, moment: answer.moment } : "gone";
      return settleDocument(item, { ...sighting, fetched }, parts);
    }
    case "askPrevious": {
      const holds = await isListed(parts.source, verdict.previous, sighting.id);
      if (typeof holds === "string") return { settled: "incomplete", reason: holds };
      return settleDocument(item, { ...sighting, previousHolds: holds }, parts);
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
