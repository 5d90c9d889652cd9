import type { Resource } from "../source/source-record.ts";

/** A field's content, which decides its possible changes. */
export type FieldKind =
  | ("text" | "note" | "date" | "instant" | "looseBoolean" | "looseNumber" | "number")
  | ("reference" | "companyReference" | "countryReference" | "texts" | "objects" | "object");

type Fields = { readonly [name: string]: FieldKind };

/** In every resource: what the contract doesn't name passes through, and is compared unchanged. */
const unknown: Fields = {
  remark: "note",
  score: "number",
  tags: "texts",
  lines: "objects",
  custom: "object",
  contact: "object",
};

export const fieldsOf: { readonly [resource in Resource]: Fields } = {
  person: {
    ...{ jobTitle: "text", directPhone: "text", mobilePhone: "text", birthDate: "date", employeeNumber: "text" },
    ...{ externalReference: "text", company: "companyReference", country: "countryReference", group: "reference" },
    ...{ emailAliases: "texts", plannedDeletionDate: "instant" },
    ...unknown,
  },
  company: {
    ...{ name: "text", companyNumber: "text", mainPhone: "text", email: "text", homePage: "text", postAddress: "text" },
    ...{ isInvoiceAddressOverridden: "looseBoolean", isPrivate: "looseBoolean", isPublicAccess: "looseBoolean" },
    ...{ parent: "companyReference", ownerGroup: "reference", template: "reference", responsible: "reference" },
    ...{ country: "countryReference", organizationalNumbers: "objects", riskValue: "text" },
    ...unknown,
  },
  project: {
    ...{ name: "text", number: "text", company: "companyReference", template: "reference", ownerGroup: "reference" },
    ...{ projectYear: "looseNumber", parentId: "text", responsible: "text", estimatedStart: "instant" },
    ...{ estimatedEnd: "instant", projectStart: "instant", projectEnd: "instant", externalReference: "text" },
    ...{ isPublicAccess: "looseBoolean", isChargable: "looseBoolean" },
    ...unknown,
  },
  activity: {
    ...{ name: "text", description: "note", project: "reference", projectPhase: "reference", responsible: "reference" },
    ...{ type: "reference", priority: "reference", severity: "reference", resolution: "reference", dueDate: "date" },
    ...{ estimate: "looseNumber", etc: "looseNumber", sortIndex: "looseNumber", externalReference: "text" },
    ...{ includeInAssignmentAgreement: "looseBoolean", productTxRequiredWhenDone: "looseBoolean" },
    ...unknown,
  },
  company_template: {
    ...{ name: "text", code: "text", description: "note" },
    ...unknown,
  },
  project_template: {
    ...{
      name: "text",
      description: "note",
      templateTypeName: "text",
      suggestedName: "text",
      externalReference: "text",
    },
    ...{ priceModel: "text" },
    ...unknown,
  },
};
