import type { Instance } from "../../store/instance.ts";
import type { CompanyRow } from "../../store/rows.ts";
import { companyReference, groupReference, masked, time } from "../reference-views.ts";

export function leanCompany(instance: Instance, row: CompanyRow) {
  return {
    id: instance.ids.mask("company", row.id),
    name: row.name,
    organizationalNumbers: companyReference(instance, row.id)?.organizationalNumbers ?? [],
    companyNumber: row.texts.companyNumber,
    externalReference: row.texts.externalReference,
    countryCode: row.countryCode,
    email: row.texts.email,
    mainPhone: row.texts.mainPhone,
    ownerGroup: groupReference(instance, row.ownerGroupId),
    responsiblePersonId: masked(instance, "person", row.responsiblePersonId),
    isActive: row.isActive,
    created: time(row.created),
    modified: time(row.modified),
  };
}

export function fullCompany(instance: Instance, row: CompanyRow) {
  const template = row.templateId === undefined ? undefined : instance.tables.companyTemplate.get(row.templateId);
  return {
    ...leanCompany(instance, row),
    ...row.texts,
    ...invoiceAddress(row),
    parent: companyReference(instance, row.parentId),
    parentId: masked(instance, "company", row.parentId),
    ownerGroupId: instance.ids.mask("group", row.ownerGroupId),
    templateId: masked(instance, "company-template", row.templateId),
    invoiceCompanyId: masked(instance, "company", row.invoiceCompanyId),
    invoiceRecipientId: masked(instance, "person", row.invoiceRecipientId),
    isInvoiceAddressOverridden: row.isInvoiceAddressOverridden,
    isPrivate: row.isPrivate,
    isPublicAccess: row.isPublicAccess,
    amlIsMonitored: template?.shouldBeMonitored ?? false,
    amlIsRiskAssessed: template?.shouldBeRiskAssessed ?? false,
    amlRiskValue: row.texts.riskValue,
    createdBy: masked(instance, "person", row.createdBy),
    modifiedBy: masked(instance, "person", row.modifiedBy),
  };
}

/** The row as an update body, for merge patches. It has the stored values, not the derived invoice address. */
export function companyUpdateBody(instance: Instance, row: CompanyRow) {
  const { parentId, ownerGroupId, templateId, invoiceCompanyId, invoiceRecipientId } = fullCompany(instance, row);
  return {
    name: row.name,
    countryCode: row.countryCode,
    ...row.texts,
    parentId,
    ownerGroupId,
    templateId,
    invoiceCompanyId,
    invoiceRecipientId,
    responsiblePersonId: masked(instance, "person", row.responsiblePersonId),
    isInvoiceAddressOverridden: row.isInvoiceAddressOverridden,
    isActive: row.isActive,
    isPrivate: row.isPrivate,
    isPublicAccess: row.isPublicAccess,
    organizationalNumbers: row.organizationalNumbers,
  };
}

/** Unless it is overridden, the invoice address is the postal one, or the visiting one if there is none. */
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
