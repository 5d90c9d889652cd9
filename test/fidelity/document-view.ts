import { readObject } from "./oracle/json-text.ts";
import type { ShownDocument } from "./oracle/judge-document.ts";
import { type DocumentSource, ownerKey, type SourceDocument } from "./source/document-source.ts";
import { spelled } from "./source/text-body.ts";

/** A document in the oracle's view: its primary owner holds it, even if it isn't archived. */
export function shownIn(source: DocumentSource, document: SourceDocument): ShownDocument {
  const { owner, placements } = document;
  const standing = new Map(placements.map((one) => [ownerKey(one.owner), [one.folderId ?? ""]]));
  if (!standing.has(ownerKey(owner))) standing.set(ownerKey(owner), [""]);
  return { body: readObject(spelled(source.fullBody(document))), owner: ownerKey(owner), placements: standing };
}
