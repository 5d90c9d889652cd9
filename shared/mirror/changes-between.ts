import { isSameJson } from "../kernel/canonical-json.ts";
import type { Subject } from "../kernel/catalogue.ts";
import { defined } from "../kernel/defined.ts";
import type { FieldChange } from "../kernel/envelope.ts";
import { isJsonObject, type Json, type JsonObject, ownMember } from "../kernel/json.ts";
import { canonicalRecord, isReference } from "./records/canonical-record.ts";

/**
 * Compares two bodies of the same projection. A nested field is named `a.b`. A changed array is one difference, and so
 * is a reference that now names a different record. Values are as the source gave them. A name with a dot makes `field`
 * ambiguous, so `pointer` (RFC 6901) is added. The result is empty if and only if the digests are equal.
 *
 * @example changesBetween("person", { id: "1", fax: "1" }, { id: "1" }) // [{ field: "fax", from: "1" }]
 */
export function changesBetween(resource: Subject, from: JsonObject, to: JsonObject): FieldChange[] {
  const before = { canonical: canonicalRecord(resource, from), given: from };
  const after = { canonical: canonicalRecord(resource, to), given: to };
  return differences(resource, [], before, after);
}

/** A value in the form that is compared, and in the form that is shown. */
type Side = { readonly canonical: JsonObject; readonly given: JsonObject };

function differences(resource: Subject, parents: readonly string[], before: Side, after: Side): FieldChange[] {
  const fields = new Set([...Object.keys(before.canonical), ...Object.keys(after.canonical)]);
  return [...fields].sort().flatMap((field) => {
    const path = [...parents, field];
    const from = ownMember(before.canonical, field);
    const to = ownMember(after.canonical, field);
    if (same(from, to)) return [];
    const given = { from: ownMember(before.given, field), to: ownMember(after.given, field) };
    const innerBefore = sideOf(from, given.from);
    const innerAfter = sideOf(to, given.to);
    const isReferred = parents.length === 0 && isReference(resource, field);
    const inner = innerBefore !== undefined && innerAfter !== undefined;
    if (inner && !(isReferred && namesAnother(innerBefore, innerAfter)))
      return differences(resource, path, innerBefore, innerAfter);
    return [change(path, given.from, given.to)];
  });
}

function namesAnother({ canonical: { id: one } }: Side, { canonical: { id: other } }: Side): boolean {
  return !same(one, other);
}

function same(from: Json | undefined, to: Json | undefined): boolean {
  if (from === undefined || to === undefined) return from === to;
  return isSameJson(from, to);
}

function sideOf(canonical: Json | undefined, given: Json | undefined): Side | undefined {
  return isJsonObject(canonical) && isJsonObject(given) ? { canonical, given } : undefined;
}

function change(path: readonly string[], from: Json | undefined, to: Json | undefined): FieldChange {
  return { ...fieldAt(path), ...defined({ from: from ?? undefined, to: to ?? undefined }) };
}

export function fieldAt(path: readonly string[]): Pick<FieldChange, "field" | "pointer"> {
  const field = path.join(".");
  return path.some((name) => name.includes(".")) ? { field, pointer: pointerTo(path) } : { field };
}

/** Escapes `~` and `/` in names (RFC 6901 §3). */
function pointerTo(path: readonly string[]): string {
  return path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
