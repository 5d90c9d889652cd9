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

/** What an erasure leaves where a name or an address was, in the source's two languages. */
const placeholder =
  /^(?:[*x_.\s-]+|\W*(?:deleted|erased|removed|anonym\w*|gdpr|slettet|fjernet)\b.*|(?:deleted|erased|anonym\w*|slettet)[^@]*@.*)$/i;

const identifying = [...names, ...emails];

/**
 * Whether an update of a person looks like an erasure, which reaches lists as an ordinary update
 * (docs/partner-api.md#erasure-is-an-update, hazard 32): a name or the e-mail address emptied or replaced by a
 * placeholder, three personal fields emptied at once, or one of them after the planned deletion date. Telling the
 * previous values would then publish again what was to be forgotten; a wrong "yes" only withholds them. `now` in unix
 * ms.
 */
export function looksErased(before: JsonObject, after: JsonObject, now: number): boolean {
  const emptied = (field: string) => !isEmpty(before[field]) && isEmpty(after[field]);
  const replaced = (field: string) => !isPlaceholder(before[field]) && isPlaceholder(after[field]);
  if (identifying.some((field) => emptied(field) || replaced(field))) return true;
  const lost = [...identifying, ...others].filter((field) => emptied(field) || replaced(field));
  return lost.length >= (isPast(before["plannedDeletionDate"], now) ? 1 : 3);
}

/** Nothing names the person any more: then its history is forgotten as well. */
export function isForgotten(body: JsonObject): boolean {
  return identifying.every((field) => isEmpty(body[field]) || isPlaceholder(body[field]));
}

function isPast(date: JsonObject[string] | undefined, now: number): boolean {
  return typeof date === "string" && Date.parse(date) <= now;
}

export function withoutPrevious(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map(({ field, to }) => (to === undefined ? { field } : { field, to }));
}

function isEmpty(value: JsonObject[string] | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}

function isPlaceholder(value: JsonObject[string] | undefined): boolean {
  return typeof value === "string" && value !== "" && placeholder.test(value);
}
