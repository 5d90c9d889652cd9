/**
 * What the contract says about fields, written a second time: the product's own table is in `shared/mirror`, and a
 * mistake there must not hide here.
 */
export type Subject =
  | ("person" | "company" | "project" | "activity" | "company_template" | "project_template")
  | ("document" | "folder" | "document_change");

/** Moments in ISO 8601 with offset (docs/partner-api.md#instants). */
const instants: { readonly [subject in Subject]?: readonly string[] } = {
  person: ["plannedDeletionDate"],
  project: ["estimatedStart", "estimatedEnd", "projectStart", "projectEnd"],
  document_change: ["changed"],
};

/** Declared as untyped objects (docs/partner-api.md#loose-fields). A project's `isActive` is a boolean in the contract. */
const loose: { readonly [subject in Subject]?: readonly string[] } = {
  company: ["isInvoiceAddressOverridden", "isActive", "isPrivate", "isPublicAccess"],
  project: ["projectYear", "isPublicAccess", "isChargable", "isActive"],
  activity: ["estimate", "etc", "sortIndex", "includeInAssignmentAgreement", "productTxRequiredWhenDone"],
  document: ["size"],
  document_change: ["size"],
};

/** Never compared: see "Not an event, by decision" (docs/events.md#what-counts-as-a-change). */
const unjudged: { readonly [subject in Subject]?: readonly string[] } = {
  company_template: ["numCompanies"],
  project_template: ["numProjects"],
  folder: ["path"],
  document: ["entityType", "entityId", "folderId", "placements"],
};
const audit = ["created", "createdBy", "modified", "modifiedBy", "actedBy"];

const company = ["name", "organizationalNumbers"];
const country = ["name", "code"];
const name = ["name"];

/** References, each with the labels that it may show (docs/partner-api.md#embedded-names). */
const references: { readonly [subject in Subject]?: { readonly [field: string]: readonly string[] } } = {
  person: { company, country, group: name },
  company: { parent: company, ownerGroup: name, template: name, responsible: name, country },
  project: { company, template: name, ownerGroup: name, responsible: name },
  activity: {
    ...{ company, project: name, projectPhase: name, responsible: name, status: name, type: name },
    ...{ priority: name, severity: name, resolution: name },
  },
};

export type FieldRule =
  | { readonly rule: "plain" | "instant" | "loose" | "unjudged" }
  | { readonly rule: "reference"; readonly labels: readonly string[] };

export function ruleOf(subject: Subject, field: string): FieldRule {
  if (audit.includes(field) || unjudged[subject]?.includes(field) === true) return { rule: "unjudged" };
  if (instants[subject]?.includes(field) === true) return { rule: "instant" };
  if (loose[subject]?.includes(field) === true) return { rule: "loose" };
  const its = references[subject];
  const labels = its !== undefined && Object.hasOwn(its, field) ? its[field] : undefined;
  return labels === undefined ? { rule: "plain" } : { rule: "reference", labels };
}
