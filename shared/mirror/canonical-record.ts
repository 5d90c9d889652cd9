import { canonicalJson } from "../kernel/canonical-json.ts";
import { type Subject, subject } from "../kernel/catalogue.ts";
import { numberFrom } from "../kernel/exact-json.ts";
import { sha256Text } from "../kernel/hash.ts";
import { canonicalInstant, rolledInstant } from "../kernel/instant.ts";
import { isJsonObject, type Json, type JsonObject, setMember } from "../kernel/json.ts";

/**
 * Change times, and the persons who made the changes, belong to the version, not the content. Only responses to writes
 * contain `actedBy` (docs/partner-api.md#acted-by).
 */
const never = ["created", "createdBy", "modified", "modifiedBy", "actedBy"];

/**
 * Counts that change when other records do (docs/partner-api.md#moving-counts, hazard 20), and a folder's path, which
 * changes with its ancestors.
 */
const volatile: { readonly [resource in Subject]?: readonly string[] } = {
  company_template: ["numCompanies"],
  project_template: ["numProjects"],
  folder: ["path"],
  // A document's place is compared by the `placements` of its mirror item instead.
  document: ["entityType", "entityId", "folderId", "placements"],
};

/**
 * Fields that the contract declares as untyped objects (docs/partner-api.md#loose-fields), and fields whose type it
 * doesn't show. In them, "true" and true are the same value, and so are "1" and 1.
 */
const loose: { readonly [resource in Subject]?: readonly string[] } = {
  company: ["isInvoiceAddressOverridden", "isActive", "isPrivate", "isPublicAccess"],
  project: ["projectYear", "isPublicAccess", "isChargable", "isActive"],
  activity: ["estimate", "etc", "sortIndex", "includeInAssignmentAgreement", "productTxRequiredWhenDone"],
  document: ["size"],
  document_change: ["size"],
};

/**
 * Dates and times (docs/partner-api.md#instants), compared in one spelling. Change times aren't compared (see `never`).
 */
const moments: { readonly [resource in Subject]?: readonly string[] } = {
  person: ["plannedDeletionDate"],
  project: ["estimatedStart", "estimatedEnd", "projectStart", "projectEnd"],
};

/** Labels are values copied from the referenced record. Everything else in a reference is an ordinary value. */
const named = ["name"];
const ofCompany = ["name", "organizationalNumbers"];
const ofCountry = ["name", "code"];

/** Fields that the contract declares as a reference or a list of references, each with the labels it may show. */
const references: { readonly [resource in Subject]?: ReadonlyMap<string, readonly string[]> } = {
  person: new Map([
    ["company", ofCompany],
    ["country", ofCountry],
    ["group", named],
    ["primaryGroup", named],
  ]),
  company: new Map([
    ["parent", ofCompany],
    ["ownerGroup", named],
    ["template", named],
    ["responsible", named],
    ["responsiblePerson", named],
    ["invoiceCompany", ofCompany],
    ["invoiceRecipient", ofCompany],
    ["country", ofCountry],
    ["invoiceCountry", ofCountry],
  ]),
  project: new Map([
    ["company", ofCompany],
    ["template", named],
    ["ownerGroup", named],
    ["parent", named],
    ["responsible", named],
  ]),
  activity: new Map([
    ["company", ofCompany],
    ["project", named],
    ["projectPhase", named],
    ["responsible", named],
    ["status", named],
    ["type", named],
    ["priority", named],
    ["severity", named],
    ["resolution", named],
  ]),
};

/** A list of names contains the labels of a reference. */
type Rule = "skipped" | "loose" | "moment" | readonly string[];

const specialFields: ReadonlyMap<Subject, ReadonlyMap<string, Rule>> = new Map(
  subject.options.map((resource) => [
    resource,
    new Map<string, Rule>([
      ...(references[resource] ?? []),
      ...(loose[resource] ?? []).map((field) => [field, "loose"] as const),
      ...(moments[resource] ?? []).map((field) => [field, "moment"] as const),
      ...[...never, ...(volatile[resource] ?? [])].map((field) => [field, "skipped"] as const),
    ]),
  ]),
);

/**
 * Two bodies with equal canonical forms have the same content. Null counts as absent
 * (docs/partner-api.md#absent-values), references have no labels, loose scalars and dates have one spelling, and fields
 * that aren't content are left out.
 *
 * A rename of a record must not look like a change to every record that refers to it (hazard 18). Only fields that the
 * contract declares as references are treated as such. A phone number or a custom field may also have an `id`, and a
 * change to its other members must be published.
 */
export function canonicalRecord(resource: Subject, body: JsonObject): JsonObject {
  const special = specialFields.get(resource) ?? new Map<string, Rule>();
  const canonical: { [field: string]: Json } = {};
  for (const [field, value] of Object.entries(body)) {
    const rule = special.get(field);
    if (value === null || rule === "skipped") continue;
    if (rule === undefined) setMember(canonical, field, canonicalValue(value));
    else setMember(canonical, field, canonicalBy(rule, value));
  }
  return canonical;
}

function canonicalBy(rule: Exclude<Rule, "skipped">, value: Json): Json {
  if (rule === "loose") return tightened(value);
  if (rule !== "moment") return canonicalReference(value, rule);
  return typeof value === "string" ? (canonicalInstant(value) ?? value) : canonicalValue(value);
}

export function isReference(resource: Subject, field: string): boolean {
  return references[resource]?.has(field) === true;
}

/** The id alone, or an object if the reference has more than its id and labels. */
function canonicalReference(value: Json, labels: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((element: Json) => canonicalReference(element, labels));
  if (!isJsonObject(value) || typeof value["id"] !== "string") return canonicalValue(value);
  const members = Object.entries(value).filter(([name, member]) => member !== null && !labels.includes(name));
  return members.length === 1 ? value["id"] : canonicalMembers(Object.fromEntries(members));
}

function canonicalValue(value: Json): Json {
  if (Array.isArray(value)) return value.map(canonicalValue);
  return isJsonObject(value) ? canonicalMembers(value) : value;
}

function canonicalMembers(value: JsonObject): JsonObject {
  const canonical: { [field: string]: Json } = {};
  for (const [field, member] of Object.entries(value)) {
    if (member !== null) setMember(canonical, field, canonicalValue(member));
  }
  return canonical;
}

const numeric = /^-?(0|[1-9]\d{0,99})(\.\d{1,99})?$/;

function tightened(value: Json): Json {
  if (value === "true") return true;
  if (value === "false") return false;
  return typeof value === "string" && numeric.test(value) ? numberFrom(value) : canonicalValue(value);
}

/**
 * The current version of the rules that digests follow. A value that is kept only as a digest is compared by the rules
 * of that digest. If it were compared by later rules, each new rule would look like a change to every such record.
 */
export const digestRules = 2;

/** Bodies with equal {@link canonicalRecord} forms have the same digest, whatever the order of their members. */
export function digestOf(resource: Subject, body: JsonObject, rules: number = digestRules): string {
  return sha256Text("base64url", comparedJson(resource, body, rules)).slice(0, 27);
}

/** Version 1 converted every instant to one spelling, whatever its field, and rolled 30 February over into March. */
export function comparedJson(resource: Subject, body: JsonObject, rules: number): string {
  return canonicalJson(canonicalRecord(resource, rules < 2 ? rolledMembers(body) : body));
}

function rolled(value: Json): Json {
  if (typeof value === "string") return rolledInstant(value) ?? value;
  if (Array.isArray(value)) return value.map(rolled);
  return isJsonObject(value) ? rolledMembers(value) : value;
}

function rolledMembers(body: JsonObject): JsonObject {
  const members: { [name: string]: Json } = {};
  for (const [name, member] of Object.entries(body)) setMember(members, name, rolled(member));
  return members;
}
