import * as z from "zod";
import { createdFields, flagField, modifiedFields, referenceField, requiredText } from "../../store/fields.ts";
import type { Instance } from "../../store/instance.ts";
import { type CompanyRow, companyTexts } from "../../store/rows.ts";
import {
  companyReference,
  companyReferenceSchema,
  groupReference,
  masked,
  referenceSchema,
  referenceToCompany,
  stamps,
} from "../reference-views.ts";

/** Create and update bodies have the same fields. An update ignores `created` and `createdBy`. */
export const companyBody = z.object({
  name: requiredText,
  countryCode: requiredText,
  ownerGroupId: requiredText,
  ...companyTexts.shape,
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
  ...Object.fromEntries(companyTexts.keyof().options.map((name) => [name, text])),
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

/** Merge patches are applied to this body, which has the stored values, not the derived invoice address. */
export function companyUpdateBody(instance: Instance, row: CompanyRow) {
  return {
    ...row,
    ...row.texts,
    parentId: masked(instance, "company", row.parentId),
    ownerGroupId: instance.ids.mask("group", row.ownerGroupId),
    templateId: masked(instance, "company-template", row.templateId),
    responsiblePersonId: masked(instance, "person", row.responsiblePersonId),
    invoiceCompanyId: masked(instance, "company", row.invoiceCompanyId),
    invoiceRecipientId: masked(instance, "person", row.invoiceRecipientId),
    created: undefined,
    createdBy: undefined,
  };
}

/** A view's schema removes the fields of other views. */
function companyFields(instance: Instance, row: CompanyRow) {
  const template = row.templateId === undefined ? undefined : instance.tables.companyTemplate.get(row.templateId);
  return {
    ...companyUpdateBody(instance, row),
    ...invoiceAddress(row),
    ...stamps(instance, row),
    ...referenceToCompany(instance, row),
    ownerGroup: groupReference(instance, row.ownerGroupId),
    parent: companyReference(instance, row.parentId),
    amlIsMonitored: template?.shouldBeMonitored ?? false,
    amlIsRiskAssessed: template?.shouldBeRiskAssessed ?? false,
    amlRiskValue: row.texts.riskValue,
  };
}

export const leanCompany = (instance: Instance, row: CompanyRow) => companyLean.parse(companyFields(instance, row));
export const fullCompany = (instance: Instance, row: CompanyRow) => companyFull.parse(companyFields(instance, row));

/** By default, the invoice address is the postal address or, without one, the visiting address. */
function invoiceAddress({ isInvoiceAddressOverridden, texts, countryCode }: CompanyRow) {
  if (isInvoiceAddressOverridden) return {};
  const usesPost = texts.postAddress !== undefined;
  return {
    invoiceAddress: usesPost ? texts.postAddress : texts.visitAddress,
    invoiceAddress2: usesPost ? texts.postAddress2 : texts.visitAddress2,
    invoiceZipCode: usesPost ? texts.postZipCode : texts.visitZipCode,
    invoicePlace: usesPost ? texts.postPlace : texts.visitPlace,
    invoiceCity: usesPost ? texts.postCity : texts.visitCity,
    invoiceCountryCode: countryCode,
  };
}
