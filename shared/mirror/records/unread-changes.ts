import { isSameJson } from "../../kernel/canonical-json.ts";
import type { Subject } from "../../kernel/catalogue.ts";
import type { FieldChange } from "../../kernel/envelope.ts";
import { type JsonObject, ownMember } from "../../kernel/json.ts";
import { contractFields } from "../../source/contract-fields.ts";
import { changesBetween } from "../changes-between.ts";
import type { MirrorItem } from "../mirror-item.ts";
import { changeTimeOf } from "./projections.ts";

/**
 * Fields that appeared in the list, or disappeared from it, before the first read by id. That read doesn't reveal these
 * changes: a field that a list lacks may have no value, or the list may never show it. Without this function, such a
 * change to a template would be lost. Other records have a change time, which shows that something changed.
 */
export function unreadChanges(
  resource: Subject,
  { lean, full, changeLog, ...times }: MirrorItem,
  row: JsonObject,
): readonly FieldChange[] {
  // The stored row of a restored record may be empty, and that of a large one may be cut.
  const isWhole = lean?.omitted === undefined && full?.omitted === undefined && Object.hasOwn(lean?.body ?? {}, "id");
  if (!isWhole || lean === undefined || full === undefined || changeTimeOf(times) !== undefined) return [];
  const published = changeLog.flatMap(({ facts }) => facts.flatMap(({ changes = [] }) => changes));
  return changesBetween(resource, lean.body, row).filter(({ field, from, to }) => {
    if ((from === undefined) === (to === undefined) || contractFields[resource]?.fields.has(field) !== true)
      return false;
    const last = published.findLast((change) => change.field === field);
    const isPublished = last !== undefined && isSameJson(last.to ?? null, to ?? null);
    return !isPublished && isSameJson(ownMember(full.body, field) ?? null, to ?? null);
  });
}
