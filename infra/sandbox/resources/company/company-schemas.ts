import * as z from "zod";
import {
  createdFields,
  emailField,
  flagField,
  modifiedFields,
  phoneField,
  referenceField,
  requiredText,
  textField,
  urlField,
} from "../../http/fields.ts";
import { companyTexts } from "../../store/rows.ts";
import { companyReferenceSchema, referenceSchema } from "../reference-views.ts";

const texts = {
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
} satisfies Record<(typeof companyTexts)[number], z.ZodType>;

/** Create and update bodies have the same fields. An update ignores the creation overrides. */
export const companyBody = z.object({
  name: requiredText,
  countryCode: requiredText,
  ownerGroupId: requiredText,
  ...texts,
  parentId: referenceField,
  templateId: referenceField,
  responsiblePersonId: referenceField,
  invoiceCompanyId: referenceField,
  invoiceRecipientId: referenceField,
  isInvoiceAddressOverridden: flagField,
  isActive: flagField,
  isPrivate: flagField,
  isPublicAccess: flagField,
  organizationalNumbers: z
    .array(z.object({ orgNumber: requiredText, countryCode: requiredText }))
    .max(1, "at most one active number per company")
    .nullish(),
  ...createdFields,
  ...modifiedFields,
});
export type CompanyBody = z.output<typeof companyBody>;

const text = z.string().optional();

export const companyLean = companyReferenceSchema.extend({
  companyNumber: text,
  externalReference: text,
  countryCode: z.string(),
  email: text,
  mainPhone: text,
  ownerGroup: referenceSchema,
  responsiblePersonId: text,
  isActive: z.boolean(),
  created: z.string(),
  modified: text,
});

export const companyFull = companyLean.extend({
  ...Object.fromEntries(companyTexts.map((name) => [name, text])),
  parent: companyReferenceSchema.optional(),
  parentId: text,
  ownerGroupId: z.string(),
  templateId: text,
  invoiceCompanyId: text,
  invoiceRecipientId: text,
  isInvoiceAddressOverridden: z.boolean(),
  isPrivate: z.boolean(),
  isPublicAccess: z.boolean(),
  amlIsMonitored: z.boolean(),
  amlIsRiskAssessed: z.boolean(),
  amlRiskValue: text,
  createdBy: text,
  modifiedBy: text,
  actedBy: text,
});
