import type { Instance } from "../store/instance.ts";
import type { CompanyTemplateRow, ProjectTemplateRow, TermRow } from "../store/rows.ts";

/** The API refers to these records but can't create them. Their ids are fixed. */
export const groups = [
  { id: 1, name: "Oslo" },
  { id: 2, name: "Bergen" },
  { id: 3, name: "Partners" },
];

const names: [TermRow["kind"], string[]][] = [
  ["status", ["Open", "In progress", "Closed"]],
  ["type", ["Task", "Appointment"]],
  ["priority", ["Low", "Normal", "High"]],
  ["severity", ["Minor", "Major"]],
  ["resolution", ["Done", "Rejected"]],
  ["template-type", ["Client engagement", "Internal"]],
];

const terms: TermRow[] = names
  .flatMap(([kind, labels]) => labels.map((name) => ({ kind, name })))
  .map(({ kind, name }, place) => ({ id: place + 1, kind, name, ...(name === "Closed" && { isClosed: true }) }));

const termNamed = (kind: TermRow["kind"], name: string): number =>
  terms.find((term) => term.kind === kind && term.name === name)?.id ?? 0;

const companyTemplateDefaults = {
  isActive: true,
  shouldBeMonitored: false,
  shouldBeRiskAssessed: false,
  redirectToProjectAfterCreate: false,
  isDefault: false,
  defaultPublicAccess: true,
  isSystemType: false,
};

const companyTemplates: CompanyTemplateRow[] = [
  {
    ...companyTemplateDefaults,
    id: 1,
    name: "Client",
    code: "CLI",
    description: "Paying client",
    isDefault: true,
    shouldBeMonitored: true,
    shouldBeRiskAssessed: true,
  },
  { ...companyTemplateDefaults, id: 2, name: "Supplier", code: "SUP", isSystemType: true },
  { ...companyTemplateDefaults, id: 3, name: "Prospect", code: "PRO", isActive: false, defaultPublicAccess: false },
];

const classifications = terms.filter(({ kind }) => ["type", "priority", "severity", "resolution"].includes(kind));

const projectTemplateDefaults = {
  isActive: true,
  isGlobalProjectsAllowed: false,
  isMultipleActiveProjectsPerYearForCompanyAllowed: true,
  isDefaultPublicAccess: true,
  isChargable: true,
  defaultStatusId: termNamed("status", "Open"),
};

const projectTemplates: ProjectTemplateRow[] = [
  {
    ...projectTemplateDefaults,
    id: 1,
    name: "Advisory",
    description: "Advice by the hour",
    projectType: "PROJECT_TYPE_PROJECT",
    templateTypeId: termNamed("template-type", "Client engagement"),
    suggestedName: "{company} {year}",
    priceModel: "PRICE_MODEL_HOURLY_RATE",
    hourlyRateModel: "HOURLY_RATE_MODEL_FIXED",
    termIds: classifications.map(({ id }) => id),
  },
  {
    ...projectTemplateDefaults,
    id: 2,
    name: "Annual assignment",
    projectType: "PROJECT_TYPE_ASSIGNMENT",
    templateTypeId: termNamed("template-type", "Client engagement"),
    year: 2026,
    priceModel: "PRICE_MODEL_FIXED_PRICE",
    hourlyRateModel: "HOURLY_RATE_MODEL_PROJECT_SPECIFIC",
    defaultStatusId: termNamed("status", "In progress"),
    termIds: [termNamed("type", "Task"), termNamed("priority", "Normal")],
  },
  {
    ...projectTemplateDefaults,
    id: 3,
    name: "Internal",
    projectType: "PROJECT_TYPE_PROJECT",
    templateTypeId: termNamed("template-type", "Internal"),
    isActive: false,
    isDefaultPublicAccess: false,
    isChargable: false,
    isGlobalProjectsAllowed: true,
    priceModel: "PRICE_MODEL_HOURLY_RATE",
    hourlyRateModel: "HOURLY_RATE_MODEL_FIXED",
    termIds: [termNamed("type", "Task")],
  },
];

export function seedDirectory(instance: Instance): void {
  instance.commit(instance.startWrite(0), (transaction) => {
    for (const row of groups) transaction.put("group", row);
    for (const row of terms) transaction.put("term", row);
    for (const row of companyTemplates) transaction.put("companyTemplate", row);
    for (const row of projectTemplates) transaction.put("projectTemplate", row);
  });
}
