import { isSameJson } from "../kernel/canonical-json.ts";
import type { Subject } from "../kernel/catalogue.ts";
import type { FieldChange } from "../kernel/envelope.ts";
import { isJsonObject, type Json, type JsonObject } from "../kernel/json.ts";
import { canonicalRecord } from "./records/canonical-record.ts";

/**
 * What differs between two bodies of the same projection, by field: nested fields as `a.b`, arrays whole, references by
 * id. Values are shown as the source gave them; `from` or `to` is missing where the field was or is absent. Empty
 * exactly when the digests are equal.
 */
export function changesBetween(resource: Subject, from: JsonObject, to: JsonObject): FieldChange[] {
  const before = { canonical: canonicalRecord(resource, from), given: from };
  const after = { canonical: canonicalRecord(resource, to), given: to };
  return differences("", before, after);
}

/** A value in the form that is compared and in the form that is shown. */
type Side = { readonly canonical: JsonObject; readonly given: JsonObject };

function differences(prefix: string, before: Side, after: Side): FieldChange[] {
  const fields = new Set([...Object.keys(before.canonical), ...Object.keys(after.canonical)]);
  return [...fields].sort().flatMap((field) => {
    const path = `${prefix}${field}`;
    const from = before.canonical[field];
    const to = after.canonical[field];
    if (same(from, to)) return [];
    const innerBefore = sideOf(from, before.given[field]);
    const innerAfter = sideOf(to, after.given[field]);
    if (innerBefore !== undefined && innerAfter !== undefined) {
      return differences(`${path}.`, innerBefore, innerAfter);
    }
    return [change(path, before.given[field], after.given[field])];
  });
}

function same(from: Json | undefined, to: Json | undefined): boolean {
  if (from === undefined || to === undefined) return from === to;
  return isSameJson(from, to);
}

function sideOf(canonical: Json | undefined, given: Json | undefined): Side | undefined {
  return isJsonObject(canonical) && isJsonObject(given) ? { canonical, given } : undefined;
}

function change(field: string, from: Json | undefined, to: Json | undefined): FieldChange {
  return {
    field,
    ...(from === undefined || from === null ? {} : { from }),
    ...(to === undefined || to === null ? {} : { to }),
  };
}
