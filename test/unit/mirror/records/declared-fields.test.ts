import { expect, test } from "vitest";
import type { Subject } from "../../../../shared/kernel/catalogue.ts";
import { changesBetween } from "../../../../shared/mirror/changes-between.ts";

// The contract's declaration of each field (docs/partner-api.md), written a second time.

const named = ["name"];
const company = ["name", "organizationalNumbers"];
const country = ["name", "code"];
const references: Partial<Record<Subject, Record<string, readonly string[]>>> = {
  person: { company, country, group: named, primaryGroup: named },
  company: {
    ...{ parent: company, invoiceCompany: company, invoiceRecipient: company },
    ...{ ownerGroup: named, template: named, responsible: named, responsiblePerson: named },
    ...{ country, invoiceCountry: country },
  },
  project: { company, template: named, ownerGroup: named, parent: named, responsible: named },
  activity: {
    ...{ company, project: named, projectPhase: named, responsible: named, status: named, type: named },
    ...{ priority: named, severity: named, resolution: named },
  },
};
const untyped: Partial<Record<Subject, readonly string[]>> = {
  company: ["isInvoiceAddressOverridden", "isActive", "isPrivate", "isPublicAccess"],
  project: ["projectYear", "isPublicAccess", "isChargable", "isActive"],
  activity: ["estimate", "etc", "sortIndex", "includeInAssignmentAgreement", "productTxRequiredWhenDone"],
  document: ["size"],
  document_change: ["size"],
};
const moving: Partial<Record<Subject, readonly string[]>> = {
  company_template: ["numCompanies"],
  project_template: ["numProjects"],
  folder: ["path"],
  document: ["entityType", "entityId", "folderId", "placements"],
};
const ofVersions = ["created", "createdBy", "modified", "modifiedBy", "actedBy"];

const entries = Object.entries as <T>(of: Partial<Record<Subject, T>>) => [Subject, T][];
const eachReference = entries(references).flatMap(([resource, fields]) =>
  Object.entries(fields).map(([field, labels]) => [resource, field, labels] as const),
);
const each = (fields: typeof untyped) =>
  entries(fields).flatMap(([resource, names]) => names.map((name) => [resource, name] as const));

test.each(eachReference)("%s.%s: content of the record it names is no change of its own", (resource, field, labels) => {
  const naming = (id: string, shown: object) => ({ id: "1", [field]: { id, ...shown } });
  for (const label of labels) {
    expect(changesBetween(resource, naming("a", { [label]: "one" }), naming("a", { [label]: "other" }))).toEqual([]);
    expect(changesBetween(resource, naming("a", { [label]: "one" }), naming("a", {}))).toEqual([]);
  }
  expect(changesBetween(resource, naming("a", {}), naming("b", {}))).toMatchObject([{ field }]);
  // Anything else beside the id is a value.
  expect(changesBetween(resource, naming("a", { note: "1" }), naming("a", { note: "2" }))).toMatchObject([
    { field: `${field}.note` },
  ]);
});

test.each(each(untyped))("%s.%s: a number or truth value as a text is the same", (resource, field) => {
  for (const [text, value] of [
    ["true", true],
    ["false", false],
    ["7.50", 7.5],
    ["-3", -3],
  ] as const) {
    expect(changesBetween(resource, { [field]: text }, { [field]: value })).toEqual([]);
    expect(changesBetween(resource, { [field]: text }, { [field]: "another" })).toHaveLength(1);
  }
  expect(
    changesBetween(resource, { [field]: "007" }, { [field]: 7 }),
    "a number with leading zeros is a text",
  ).toHaveLength(1);
});

test.each(each(moving))("%s.%s: moves with other records and is no change", (resource, field) => {
  expect(changesBetween(resource, { id: "1", [field]: "one" }, { id: "1", [field]: "other" })).toEqual([]);
});

test.each(ofVersions)("%s: says who changed a record and when, and is no change by itself", (field) => {
  expect(changesBetween("person", { [field]: "one" }, { [field]: "other" })).toEqual([]);
});

test("each kind of record has its own: another kind's declared field is a plain value", () => {
  expect(changesBetween("person", { size: "1" }, { size: 1 })).toHaveLength(1);
  expect(changesBetween("project", { numCompanies: 1 }, { numCompanies: 2 })).toHaveLength(1);
  expect(
    changesBetween("person", { project: { id: "a", name: "1" } }, { project: { id: "a", name: "2" } }),
  ).toHaveLength(1);
});
