import { isSameJson } from "../../kernel/canonical-json.ts";
import { defined } from "../../kernel/defined.ts";
import type { FieldChange } from "../../kernel/envelope.ts";
import type { JsonObject } from "../../kernel/json.ts";

const names = ["firstName", "lastName", "name"];
const emails = ["primaryEmail", "email"];
const others = [
  "birthDate",
  "directPhone",
  "employeeNumber",
  "emailAliases",
  "externalReference",
  "homePhone",
  "jobTitle",
  "mainPhone",
  "mobilePhone",
  "postAddress",
  "visitAddress",
];

/** Words in the source's two languages that only an erasure writes in place of a name or an email address. */
const erasureWords =
  /^(?:\W*(?:deleted|erased|removed|anonym\w*|gdpr|slettet|fjernet)\b.*|(?:deleted|erased|anonym\w*|slettet)[^@]*@.*)$/i;

/** Characters that may replace an erased value, or be a person's initial. */
const blanks = /^[*x_.\s-]+$/i;

const identifying = [...names, ...emails];

/**
 * Whether an update of a person looks like an erasure, which appears in lists as an ordinary update
 * (docs/partner-api.md#erasure-is-an-update, hazard 32). If an erasure is missed, values that must be forgotten are
 * published as previous values. A wrong "yes" withholds values that a subscriber is entitled to. So one field alone is
 * usually no evidence ("X" may be an initial), and neither are cleared phone numbers if names and email addresses are
 * unchanged. Each of these is evidence:
 * - a name or an email address replaced by text that only an erasure writes
 * - two names or email addresses emptied or blanked in one update
 * - the only remaining name or email address emptied or blanked
 * - three personal fields emptied or blanked in one update, if a name or an email address also changed or none is left
 * - one personal field emptied or blanked after the planned deletion date
 *
 * `now` is in unix ms.
 */
export function looksErased(before: JsonObject, after: JsonObject, now: number): boolean {
  const lost = (field: string) => isGone(after[field]) && !isGone(before[field]);
  if (identifying.some((field) => lost(field) && isErasureWord(after[field]))) return true;
  const lostNames = identifying.filter(lost).length;
  if (lostNames >= 2 || (lostNames === 1 && isForgotten(after))) return true;
  const all = lostNames + others.filter(lost).length;
  if (isPast(before["plannedDeletionDate"], now)) return all >= 1;
  const isNamedAsBefore = identifying.every((field) => isSameJson(before[field] ?? null, after[field] ?? null));
  return all >= 3 && (!isNamedAsBefore || isForgotten(after));
}

/** Whether the person has no name and no email address left. If so, the history must also be erased. */
export function isForgotten(body: JsonObject): boolean {
  return identifying.every((field) => isGone(body[field]));
}

function isPast(date: JsonObject[string] | undefined, now: number): boolean {
  return typeof date === "string" && Date.parse(date) <= now;
}

export function withoutPrevious(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map(({ field, pointer, to }) => ({ field, ...defined({ pointer, to }) }));
}

/** White space doesn't count as empty here, because `blanks` matches it. */
function isEmpty(value: JsonObject[string] | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value === "";
  return Array.isArray(value) && value.length === 0;
}

function isGone(value: JsonObject[string] | undefined): boolean {
  return isEmpty(value) || isErasureWord(value) || (typeof value === "string" && blanks.test(value));
}

function isErasureWord(value: JsonObject[string] | undefined): boolean {
  return typeof value === "string" && erasureWords.test(value);
}
