import * as z from "zod";
import { emailField, phoneField, textField, urlField } from "./fields.ts";

/** Instants are microseconds, references are unmasked ids, and absent values are omitted. */
const id = z.number().int().nonnegative();
const instant = z.number().int();

/**
 * `lastWrite` is the highest ticket among the writes that changed the row's stamps. A delayed write compares
 * `lastWrite` with its own ticket to find out whether a later write has overtaken it.
 */
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
});
export type PersonRow = z.infer<typeof personRow>;

/** A company's bodies and views show these texts under the same names. */
export const companyTexts = z.object({
  companyNumber: textField,
  externalReference: textField,
  dunsNumber: textField,
  mainPhone: phoneField,
  mobilePhone: phoneField,
  fax: phoneField,
  email: emailField,
  homePage: urlField,
  postAddress: textField,
  postAddress2: textField,
  postZipCode: textField,
  postPlace: textField,
  postCity: textField,
  visitAddress: textField,
  visitAddress2: textField,
  visitZipCode: textField,
  visitPlace: textField,
  visitCity: textField,
  invoiceAddress: textField,
  invoiceAddress2: textField,
  invoiceZipCode: textField,
  invoicePlace: textField,
  invoiceCity: textField,
  invoiceCountryCode: textField,
  riskValue: textField,
});

export const companyRow = z.object({
  ...audited,
  name: z.string(),
  countryCode: z.string(),
  ownerGroupId: id,
  texts: companyTexts,
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

/** Only phases have `projectId`, and only statuses `isClosed`. */
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

export const ownerTypes = ["Company", "Person", "Project"] as const;
export const feedOwnerTypes = [...ownerTypes, "Room"] as const;
/** The API treats these records as a `Project` if the settings say so. */
export const subOwnerTypes = ["Activity", "Phase"] as const;
const ownerSchema = z.object({ type: z.enum([...feedOwnerTypes, ...subOwnerTypes]), id });
export type Owner = z.infer<typeof ownerSchema>;

export const ownerKey = (owner: Owner): string => `${owner.type}#${owner.id}`;

/** `folderId` is null at the owner's root level. A placement that isn't primary is a shortcut. */
const placementSchema = z.object({ owner: ownerSchema, folderId: id.nullable(), isPrimary: z.boolean() });
export type Placement = z.infer<typeof placementSchema>;

/** A document without a primary placement is attached to its owner but not archived in a folder. */
export const documentRow = z.object({
  ...audited,
  name: z.string(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  size: z.number().int(),
  /** The SHA-256 of the content, which names its blob. */
  blob: z.string(),
  owner: ownerSchema,
  placements: z.array(placementSchema),
});
export type DocumentRow = z.infer<typeof documentRow>;

export const folderRow = z.object({
  id,
  owner: ownerSchema,
  name: z.string(),
  parentId: id.nullable(),
  /** The API never lists or changes the owner's internal folder. */
  isSystem: z.boolean().optional(),
});
export type FolderRow = z.infer<typeof folderRow>;

export const documentChangeRow = z.object({
  id,
  owner: ownerSchema,
  operation: z.enum([
    "DOCUMENT_INSERT",
    "DOCUMENT_UPDATE",
    "DOCUMENT_DELETE",
    "FOLDER_INSERT",
    "FOLDER_UPDATE",
    "FOLDER_DELETE",
  ]),
  changedField: z.string().optional(),
  changed: instant,
  changedBy: id.optional(),
  documentId: id.optional(),
  previousFileName: z.string().optional(),
  fileName: z.string().optional(),
  size: z.number().int().optional(),
  previousFolderPath: z.array(z.string()).optional(),
  folderPath: z.array(z.string()).optional(),
});
export type DocumentChangeRow = z.infer<typeof documentChangeRow>;

export const roomRow = z.object({
  id,
  name: z.string(),
  ownerPersonId: id,
  memberIds: z.array(id),
  expires: instant.optional(),
});

export const credentialRow = z.object({
  id,
  label: z.string(),
  clientId: z.string(),
  secretHash: z.string(),
  accessLevel: z.enum(["READ_ONLY", "READ_WRITE"]),
  /** The person that tokens act as. */
  actorId: id,
  /** The acting user of an on-behalf credential. */
  actedById: id.optional(),
  created: instant,
  createdBy: id,
  revoked: z.object({ at: instant, by: id }).optional(),
});
export type CredentialRow = z.infer<typeof credentialRow>;
