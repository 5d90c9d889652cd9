import * as z from "zod";
import type { Subject } from "../../kernel/catalogue.ts";

/**
 * The fields of an event's `data`, as far as the source documents them (docs/partner-api.md#records). The body comes
 * from the source: it may lack any field except the id, and may have others. So these schemas describe events and never
 * check them.
 */

const text = z.string().nullable().optional();
/** The source leaves some of these untyped, and may return them as text. */
const flag = z.union([z.boolean(), z.string()]).nullable().optional();
const count = z.number().nullable().optional();
const date = z.string().nullable().optional().describe("An ISO 8601 date.");
const instant = z.string().nullable().optional().describe("An ISO 8601 time.");
/** Full views name a referenced record by its id, other views by an object. */
const reference = z
  .union([z.string(), z.looseObject({ id: z.string(), name: text })])
  .nullable()
  .optional()
  .describe("A referenced record: its ID, or an object with `id` and labels.");

const audited = { created: instant, createdBy: reference, modified: instant, modifiedBy: reference };

const person = z.looseObject({
  id: z.string(),
  ...{ firstName: text, lastName: text, primaryEmail: text, jobTitle: text, externalReference: text },
  ...{ companyId: text, isActive: flag, directPhone: text, birthDate: date, countryCode: text },
  emailAliases: z.array(z.unknown()).nullable().optional(),
  externalIds: z.array(z.unknown()).nullable().optional(),
  ...audited,
});

const company = z.looseObject({
  id: z.string(),
  ...{ name: text, companyNumber: text, countryCode: text, email: text, mainPhone: text, homePage: text },
  organizationalNumbers: z
    .array(z.looseObject({ orgNumber: text, country: reference }))
    .nullable()
    .optional(),
  ...{ ownerGroup: reference, ownerGroupId: text, templateId: text, isActive: flag, externalReference: text },
  ...{ postAddress: text, postZipCode: text, postCity: text },
  ...{ invoiceAddress: text, invoiceZipCode: text, invoiceCity: text, invoiceCountryCode: text },
  ...{ isPrivate: flag, isPublicAccess: flag, amlIsMonitored: flag, amlIsRiskAssessed: flag },
  ...audited,
});

const project = z.looseObject({
  id: z.string(),
  ...{ name: text, number: text, isActive: flag, projectType: text },
  projectYear: z.union([z.int(), z.string()]).nullable().optional(),
  ...{ company: reference, ownerGroup: reference, responsible: reference, template: reference, status: reference },
  ...{ projectStart: instant, endDate: instant, externalReference: text, internalReference: text },
  ...{ isPublicAccess: flag, isChargable: flag },
  ...audited,
});

const activity = z.looseObject({
  id: z.string(),
  ...{ name: text, project: reference, company: reference, status: reference, responsible: reference },
  ...{ dueDate: date, estimate: count, etc: count, sortIndex: count, isClosed: flag },
  ...{ includeInAssignmentAgreement: flag, productTxRequiredWhenDone: flag },
  ...audited,
});

const companyTemplate = z.looseObject({
  id: z.string(),
  ...{ name: text, code: text, description: text, isActive: flag, shouldBeMonitored: flag, isDefault: flag },
  ...{ isSystemType: flag, isDefaultPublicAccess: flag, numCompanies: count },
});

const projectTemplate = z.looseObject({
  id: z.string(),
  ...{ name: text, description: text, projectType: text, isActive: flag, templateTypeId: text, templateTypeName: text },
  ...{ isGlobalProjectsAllowed: flag, isMultipleActiveProjectsPerYearForCompanyAllowed: flag, numProjects: count },
});

const place = { entityType: text, entityId: text, folderId: text };

const document = z.looseObject({
  id: z.string(),
  ...{ name: text, description: text, mimeType: text, size: count, ...place },
  placements: z
    .array(z.looseObject({ ...place, isPrimary: flag }))
    .nullable()
    .optional(),
  ...audited,
});

const folder = z.looseObject({ id: z.string(), ...{ name: text, parentId: text, path: text } });

const documentChange = z.looseObject({
  ...{ operation: text, changedField: text, changed: instant, changedBy: reference },
  ...{ documentId: text, previousFileName: text, fileName: text, size: count },
  folderPath: z.array(z.string()).nullable().optional(),
});

/** The schema of `data` for each subject. Operational events (`bridge.*`) have a payload for each type instead. */
export const recordData: { readonly [name in Exclude<Subject, "bridge">]: z.ZodType } = {
  ...{ person, company, project, activity },
  company_template: companyTemplate,
  project_template: projectTemplate,
  ...{ document, folder },
  document_change: documentChange,
  room: z.looseObject({ cause: text }),
};
