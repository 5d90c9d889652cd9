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

/**
 * Whether an update of a person looks like an erasure, which reaches lists as an ordinary update (P:136, hazard 32):
 * a name or the e-mail address emptied or replaced by a placeholder, or three personal fields emptied at once. Telling
 * the previous values would then publish again what was to be forgotten; a wrong "yes" only withholds them.
 */
export function looksErased(before: JsonObject, after: JsonObject): boolean {
  const emptied = (field: string) => !isEmpty(before[field]) && isEmpty(after[field]);
  const replaced = (field: string) => !isPlaceholder(before[field]) && isPlaceholder(after[field]);
  const identifying = [...names, ...emails];
  if (identifying.some((field) => emptied(field) || replaced(field))) return true;
  return [...identifying, ...others].filter(emptied).length >= 3;
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
