import { isSameJson } from "../kernel/canonical-json.ts";
import type { Subject } from "../kernel/catalogue.ts";
import { defined } from "../kernel/defined.ts";
import type { FieldChange } from "../kernel/envelope.ts";
import { sha256Text } from "../kernel/hash.ts";
import { isJsonObject, type Json, type JsonObject, ownMember } from "../kernel/json.ts";
import { canonicalRecord, comparedJson, digestOf, isReference } from "./canonical-record.ts";
import type { StoredBody } from "./mirror-item.ts";

/**
 * Compares two bodies of the same form. A nested field is named `a.b`. A changed array is one difference, and so
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

function fieldAt(path: readonly string[]): Pick<FieldChange, "field" | "pointer"> {
  const field = path.join(".");
  return path.some((name) => name.includes(".")) ? { field, pointer: pointerTo(path) } : { field };
}

/** Escapes `~` and `/` in names (RFC 6901 §3). */
function pointerTo(path: readonly string[]): string {
  return path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * Like `changesBetween`, but `from` may be a cut body. `whole` is the complete new body. The change of an omitted field
 * has no previous value, and no new value if the new value is long. If the whole body is omitted, a different digest is
 * one change of the whole record.
 */
export function changesSince(
  resource: Subject,
  stored: StoredBody,
  { from, to, whole = to }: { readonly from: JsonObject; readonly to: JsonObject; readonly whole?: JsonObject },
): FieldChange[] {
  const { omitted, digest } = stored;
  if (omitted === undefined) return changesBetween(resource, from, to);
  const rules = rulesOf(stored);
  if (omitted === "all") return digestOf(resource, whole, rules) === digest ? [] : [wholeChange];
  const comparable = Object.fromEntries(Object.entries(to).filter(([field]) => !Object.hasOwn(omitted, field)));
  const byName = Object.entries(omitted)
    .filter(([field, known]) => fieldDigest(resource, field, ownMember(to, field), rules) !== known)
    .map(([field]): FieldChange => {
      const value = ownMember(to, field) ?? undefined;
      // A change with `fromOmitted` and without `to` means that the field is gone. So if the new value is long, the
      // change has only the name.
      return isShort(value) ? { ...fieldAt([field]), fromOmitted: true, ...defined({ to: value }) } : fieldAt([field]);
    });
  return [...changesBetween(resource, from, comparable), ...byName];
}

/** Replaces a long value of a cut body. */
export function fieldDigest(resource: Subject, field: string, value: Json | undefined, rules: number): string {
  const one = Object.fromEntries([[field, value ?? null]]);
  return sha256Text("base64url", comparedJson(resource, one, rules)).slice(0, 16);
}

/** A stored body without a version follows version 1. */
export const rulesOf = ({ rules = 1 }: StoredBody): number => rules;

/** An empty JSON Pointer identifies the whole record (RFC 6901 §5). */
export const wholeChange: FieldChange = { field: "", pointer: "" };

/** The most bytes (as JSON) of a short value. If an item or an event is too large, longer values are dropped first. */
export const longestShort = 1_024;

export function isShort(value: Json | undefined): boolean {
  return value === undefined || sizeOf(value) <= longestShort;
}

export function withoutLongPrevious(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map(({ from, ...rest }) => {
    if (!isShort(from)) return { ...rest, fromOmitted: true };
    return { ...rest, ...defined({ from }) };
  });
}

/** If a change kept only one of its two values, it would mean that the field was added or removed. */
export function withoutLong(change: FieldChange): FieldChange {
  return isShort(change.from) && isShort(change.to) ? change : withoutValues(change);
}

export function withoutValues({ field, pointer }: FieldChange): FieldChange {
  return { field, ...defined({ pointer }) };
}

export function sizeOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}
