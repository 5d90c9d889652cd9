import type { Subject } from "../kernel/catalogue.ts";
import { defined } from "../kernel/defined.ts";
import type { FieldChange } from "../kernel/envelope.ts";
import { sha256Text } from "../kernel/hash.ts";
import { type Json, type JsonObject, ownMember, setMember } from "../kernel/json.ts";
import { changesBetween, fieldAt } from "./changes-between.ts";
import type { Projection } from "./mirror-item.ts";
import { comparedJson, digestOf, digestRules } from "./records/canonical-record.ts";

/**
 * The most bytes (as JSON) of the short fields together with the names and digests of the long ones. Above this, only
 * essential fields are kept.
 */
const mostOmitted = 100_000;
/** The bridge itself reads these: a record's id and change times, and a journal entry's time and document. */
const essential = ["id", "created", "modified", "changed", "documentId"];

/** An empty JSON Pointer identifies the whole record (RFC 6901 §5). */
export const wholeChange: FieldChange = { field: "", pointer: "" };

/**
 * Digests replace the long fields. With `all`, or if the result would still be too long, only the short essential
 * fields are kept. `digest` remains the digest of the whole body.
 */
export function cutProjection(resource: Subject, projection: Projection, all: boolean): Projection {
  const { body, digest } = projection;
  const rules = projection.omitted === undefined ? digestRules : rulesOf(projection);
  if (all || projection.omitted === "all") return { body: essentials(body), digest, omitted: "all", rules };
  const kept: { [field: string]: Json } = {};
  const omitted: { [field: string]: string } = { ...projection.omitted };
  for (const [field, value] of Object.entries(body)) {
    if (isShort(value)) setMember(kept, field, value);
    else setMember(omitted, field, fieldDigest(resource, field, value, rules));
  }
  if (sizeOf(omitted) + sizeOf(kept) > mostOmitted) return cutProjection(resource, projection, true);
  return { body: kept, digest, omitted, rules };
}

/** A projection without a version follows version 1. */
const rulesOf = ({ rules = 1 }: Projection): number => rules;

/**
 * Like `changesBetween`, but `from` may be a cut body. `whole` is the complete new body. The change of an omitted field
 * has no previous value, and no new value if the new value is long. If the whole body is omitted, a different digest is
 * one change of the whole record.
 */
export function changesSince(
  resource: Subject,
  projection: Projection,
  { from, to, whole = to }: { readonly from: JsonObject; readonly to: JsonObject; readonly whole?: JsonObject },
): FieldChange[] {
  const { omitted, digest } = projection;
  if (omitted === undefined) return changesBetween(resource, from, to);
  const rules = rulesOf(projection);
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

function fieldDigest(resource: Subject, field: string, value: Json | undefined, rules: number): string {
  const one = Object.fromEntries([[field, value ?? null]]);
  return sha256Text("base64url", comparedJson(resource, one, rules)).slice(0, 16);
}

function essentials(body: JsonObject): JsonObject {
  const short = Object.entries(body).filter(([field, value]) => essential.includes(field) && isShort(value));
  return Object.fromEntries(short);
}

function sizeOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}

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
