import type { Subject } from "../kernel/catalogue.ts";
import { defined } from "../kernel/defined.ts";
import type { FieldChange } from "../kernel/envelope.ts";
import { sha256Text } from "../kernel/hash.ts";
import { type Json, type JsonObject, ownMember, setMember } from "../kernel/json.ts";
import { changesBetween, fieldAt } from "./changes-between.ts";
import { comparedJson, digestOf, digestRules } from "./digest-of.ts";
import type { Projection } from "./mirror-item.ts";
import { isShort } from "./short-changes.ts";

/** Bytes of names and digests above which not even those are kept. */
const mostOmitted = 100_000;
/** What a record can't be judged without. */
const essential = ["id", "created", "modified", "changed", "documentId"];

/** The change of a record as a whole: its JSON pointer is that of the whole document (RFC 6901 §5). */
export const wholeChange: FieldChange = { field: "", pointer: "" };

/**
 * A projection without its long fields, of which only digests stay; with `all`, or where the names alone are too long,
 * without all but the essential ones. Its own digest stays that of the whole body.
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

/** The rules by which the digests of a cut body were made; those that don't say so are older than the second rules. */
const rulesOf = ({ rules = 1 }: Projection): number => rules;

/**
 * As `changesBetween`, from what is kept of a body: a field of which only a digest is kept is published without its previous value,
 * and by its name alone where it is long still; a body of which only its digest is kept as one change of the whole. `from` is the stored body as it is to be compared, `whole` the new
 * body of the same projection and `to` that as it is to be compared.
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
      // Without its value, the change would say that the field is gone.
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
