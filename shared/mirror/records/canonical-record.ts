import type { Subject } from "../../kernel/catalogue.ts";
import { canonicalInstant } from "../../kernel/instant.ts";
import { isJsonObject, type Json, type JsonObject } from "../../kernel/json.ts";

/**
 * Change times and their persons are the version's other half; `actedBy` stands in answers to mutations only
 * (docs/partner-api.md#acted-by).
 */
const never = ["created", "createdBy", "modified", "modifiedBy", "actedBy"];

/**
 * Counts that move whenever some other record does (docs/partner-api.md#moving-counts, hazard 20), and a folder's path,
 * which its ancestors make.
 */
const volatile: { readonly [resource in Subject]?: readonly string[] } = {
  company_template: ["numCompanies"],
  project_template: ["numProjects"],
  folder: ["path"],
  // Where a document stands is told by its placements.
  document: ["entityType", "entityId", "folderId", "placements"],
};

/**
 * Fields the contract declares as untyped objects (docs/partner-api.md#loose-fields): "true" and true are one value.
 */
const loose: { readonly [resource in Subject]?: readonly string[] } = {
  company: ["isInvoiceAddressOverridden", "isActive", "isPrivate", "isPublicAccess"],
  project: ["projectYear", "isPublicAccess", "isChargable", "isActive"],
  activity: ["estimate", "etc", "sortIndex", "includeInAssignmentAgreement", "productTxRequiredWhenDone"],
  document: ["size"],
  document_change: ["size"],
};

/** Fields that hold another record, alone or as a list. */
const referenceFields = new Set([
  "company",
  "companies",
  "country",
  "group",
  "groups",
  "invoiceCompany",
  "invoiceRecipient",
  "ownerGroup",
  "parent",
  "person",
  "primaryGroup",
  "priority",
  "project",
  "projectPhase",
  "resolution",
  "responsible",
  "responsiblePerson",
  "severity",
  "status",
  "template",
  "type",
]);

/** What a reference may show of the record it names; anything else in an unknown field makes it a value of its own. */
const labels = new Set(["id", "name", "code", "number", "organizationalNumbers"]);

/**
 * A record in the form that is compared: absent for null (docs/partner-api.md#absent-values), references by id, loose
 * scalars and instants in one spelling, without what changes by itself. Two bodies with equal canonical forms are the
 * same content.
 */
export function canonicalRecord(resource: Subject, body: JsonObject): JsonObject {
  const skipped = [...never, ...(volatile[resource] ?? [])];
  const looseFields = loose[resource] ?? [];
  const canonical: { [field: string]: Json } = {};
  for (const [field, value] of Object.entries(body)) {
    if (value === null || skipped.includes(field)) continue;
    canonical[field] = looseFields.includes(field) ? tightened(value) : canonicalValue(field, value);
  }
  return canonical;
}

function canonicalValue(field: string, value: Json): Json {
  if (typeof value === "string") return canonicalInstant(value) ?? value;
  if (Array.isArray(value)) return value.map((element: Json) => canonicalElement(field, element));
  if (!isJsonObject(value)) return value;
  return idOfReference(value, referenceFields.has(field) || onlyLabels(value)) ?? canonicalMembers(value);
}

/**
 * Elements count as references only in known fields: an e-mail alias has an id as well, and taking it for a reference
 * would swallow a change of the address.
 */
function canonicalElement(field: string, element: Json): Json {
  if (!isJsonObject(element)) return canonicalValue(field, element);
  return idOfReference(element, referenceFields.has(field)) ?? canonicalMembers(element);
}

function canonicalMembers(value: JsonObject): JsonObject {
  const canonical: { [field: string]: Json } = {};
  for (const [field, member] of Object.entries(value)) {
    if (member !== null) canonical[field] = canonicalValue(field, member);
  }
  return canonical;
}

/** By id only: a rename of the record named must not look like a change of every record that names it (hazard 18). */
function idOfReference(value: JsonObject, isReference: boolean): string | undefined {
  const id = value["id"];
  return isReference && typeof id === "string" ? id : undefined;
}

function onlyLabels(value: JsonObject): boolean {
  return Object.keys(value).every((key) => labels.has(key));
}

const numeric = /^-?\d{1,15}(\.\d{1,15})?$/;

function tightened(value: Json): Json {
  if (typeof value !== "string") return value;
  if (value === "true") return true;
  if (value === "false") return false;
  return numeric.test(value) ? Number(value) : value;
}
