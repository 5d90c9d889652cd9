import * as z from "zod";

/** The stored rows. Instants are microseconds, references are unmasked ids, and absent values are omitted. */
const id = z.number().int().nonnegative();
const instant = z.number().int();

/** `lastWrite` is the ticket of the write that produced the row. It tells a waiting write that it was overtaken. */
const audited = {
  id,
  lastWrite: id,
  created: instant,
  createdBy: id.optional(),
  modified: instant.optional(),
  modifiedBy: id.optional(),
};
const text = z.string().optional();
const reference = id.optional();

export const personRow = z.object({
  ...audited,
  firstName: text,
  lastName: text,
  primaryEmail: text,
  jobTitle: text,
  directPhone: text,
  birthDate: text,
  employeeNumber: text,
  externalReference: text,
  plannedDeletionDate: text,
  companyId: reference,
  countryCode: text,
  groupId: reference,
  isActive: z.boolean(),
  isUser: z.boolean(),
  emailAliases: z.array(z.object({ id, email: z.string() })),
  externalIds: z.array(z.object({ id, system: text, value: z.string() })),
  erased: z.boolean().optional(),
});
export type PersonRow = z.infer<typeof personRow>;

export const companyTexts = [
  "companyNumber",
  "externalReference",
  "dunsNumber",
  "mainPhone",
  "mobilePhone",
  "fax",
  "email",
  "homePage",
  "postAddress",
  "postAddress2",
  "postZipCode",
  "postPlace",
  "postCity",
  "visitAddress",
  "visitAddress2",
  "visitZipCode",
  "visitPlace",
  "visitCity",
  "invoiceAddress",
  "invoiceAddress2",
  "invoiceZipCode",
  "invoicePlace",
  "invoiceCity",
  "invoiceCountryCode",
  "riskValue",
] as const;

export const companyRow = z.object({
  ...audited,
  name: z.string(),
  countryCode: z.string(),
  ownerGroupId: id,
  texts: z.partialRecord(z.enum(companyTexts), z.string()),
  parentId: reference,
  templateId: reference,
  responsiblePersonId: reference,
  invoiceCompanyId: reference,
  invoiceRecipientId: reference,
  isInvoiceAddressOverridden: z.boolean(),
  isActive: z.boolean(),
  isPrivate: z.boolean(),
  isPublicAccess: z.boolean(),
  organizationalNumbers: z.array(z.object({ orgNumber: z.string(), countryCode: z.string() })),
});
export type CompanyRow = z.infer<typeof companyRow>;

export const projectRow = z.object({
  ...audited,
  number: z.string(),
  name: z.string(),
  templateId: id,
  ownerGroupId: id,
  companyId: reference,
  parentId: reference,
  responsiblePersonId: reference,
  projectYear: z.number().optional(),
  estimatedStart: instant.optional(),
  estimatedEnd: instant.optional(),
  projectStart: instant.optional(),
  projectEnd: instant.optional(),
  externalReference: text,
  internalReference: text,
  isPublicAccess: z.boolean(),
  isChargable: z.boolean(),
  isActive: z.boolean(),
});
export type ProjectRow = z.infer<typeof projectRow>;

export const activityRow = z.object({
  ...audited,
  name: z.string(),
  description: text,
  projectId: id,
  projectPhaseId: reference,
  responsiblePersonId: reference,
  statusId: id,
  typeId: reference,
  priorityId: reference,
  severityId: reference,
  resolutionId: reference,
  dueDate: text,
  estimate: z.number().optional(),
  etc: z.number().optional(),
  sortIndex: z.number().optional(),
  externalReference: text,
  includeInAssignmentAgreement: z.boolean(),
  productTxRequiredWhenDone: z.boolean(),
});
export type ActivityRow = z.infer<typeof activityRow>;

export const groupRow = z.object({ id, name: z.string() });
export type GroupRow = z.infer<typeof groupRow>;

/** Statuses, phases and the four classifications. Only phases have `projectId`, and only statuses `isClosed`. */
export const termRow = z.object({
  id,
  kind: z.enum(["status", "type", "priority", "severity", "resolution", "phase", "template-type"]),
  name: z.string(),
  projectId: reference,
  isClosed: z.boolean().optional(),
});
export type TermRow = z.infer<typeof termRow>;

export const companyTemplateRow = z.object({
  id,
  name: z.string(),
  code: z.string(),
  description: text,
  isActive: z.boolean(),
  shouldBeMonitored: z.boolean(),
  shouldBeRiskAssessed: z.boolean(),
  redirectToProjectAfterCreate: z.boolean(),
  isDefault: z.boolean(),
  defaultPublicAccess: z.boolean(),
  isSystemType: z.boolean(),
});
export type CompanyTemplateRow = z.infer<typeof companyTemplateRow>;

export const projectTemplateRow = z.object({
  id,
  name: z.string(),
  description: text,
  projectType: z.enum(["PROJECT_TYPE_PROJECT", "PROJECT_TYPE_ASSIGNMENT"]),
  templateTypeId: id,
  isActive: z.boolean(),
  year: z.number().optional(),
  isGlobalProjectsAllowed: z.boolean(),
  isMultipleActiveProjectsPerYearForCompanyAllowed: z.boolean(),
  suggestedName: text,
  isDefaultPublicAccess: z.boolean(),
  priceModel: z.enum(["PRICE_MODEL_FIXED_PRICE", "PRICE_MODEL_HOURLY_RATE"]),
  hourlyRateModel: z.enum(["HOURLY_RATE_MODEL_FIXED", "HOURLY_RATE_MODEL_PROJECT_SPECIFIC"]),
  isChargable: z.boolean(),
  externalReference: text,
  defaultStatusId: id,
  /** The classifications available to activities in its projects. */
  termIds: z.array(id),
});
export type ProjectTemplateRow = z.infer<typeof projectTemplateRow>;
