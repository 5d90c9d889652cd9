import type { Subject } from "../kernel/catalogue.ts";

export type NamedFields = {
  readonly fields: ReadonlySet<string>;
  readonly values: { readonly [field: string]: ReadonlySet<string> };
};

const named = (fields: string, values: { readonly [field: string]: string } = {}): NamedFields => ({
  fields: new Set(fields.trim().split(/\s+/)),
  values: Object.fromEntries(Object.entries(values).map(([field, list]) => [field, new Set(list.split(" "))])),
});

const audit = "created createdBy modified modifiedBy actedBy";
const projectTypes = { projectType: "PROJECT_TYPE_PROJECT PROJECT_TYPE_ASSIGNMENT" };

/**
 * The fields that the contract shows, and the values of fields for which it lists all values. It doesn't show all
 * fields of persons and companies (docs/partner-api.md#fields-not-shown). The bridge logs each unknown field or value
 * once per instance.
 */
export const contractFields: { readonly [resource in Subject]?: NamedFields } = {
  person: named(`id ${audit} firstName lastName primaryEmail jobTitle directPhone birthDate employeeNumber
    externalReference plannedDeletionDate companyId company country group groupId primaryGroup emailAliases externalIds`),
  company: named(`id ${audit} name companyNumber externalReference dunsNumber mainPhone mobilePhone fax email homePage
    postAddress postAddress2 postZipCode postPlace postCity visitAddress visitAddress2 visitZipCode visitPlace visitCity
    isInvoiceAddressOverridden invoiceAddress invoiceAddress2 invoiceZipCode invoicePlace invoiceCity countryCode
    invoiceCountryCode country parentId parent ownerGroupId ownerGroup templateId template responsiblePersonId
    responsiblePerson invoiceCompanyId invoiceCompany invoiceRecipientId invoiceRecipient isActive isPrivate
    isPublicAccess organizationalNumbers riskValue`),
  project: named(
    `id ${audit} number name company template ownerGroup projectYear parentId responsible projectType estimatedStart
    estimatedEnd projectStart projectEnd externalReference internalReference isPublicAccess isChargable isActive`,
    projectTypes,
  ),
  activity: named(`id ${audit} name description project projectPhase company responsible status type priority severity
    resolution dueDate estimate etc sortIndex externalReference includeInAssignmentAgreement productTxRequiredWhenDone`),
  company_template: named(`id name code description isActive shouldBeMonitored shouldBeRiskAssessed isDefault
    redirectToProjectAfterCreate isDefaultPublicAccess isSystemType numCompanies`),
  project_template: named(
    `id name description projectType templateTypeId templateTypeName isActive year numProjects isGlobalProjectsAllowed
    isMultipleActiveProjectsPerYearForCompanyAllowed suggestedName isDefaultPublicAccess priceModel hourlyRateModel
    isChargable externalReference`,
    {
      ...projectTypes,
      priceModel: "PRICE_MODEL_FIXED_PRICE PRICE_MODEL_HOURLY_RATE",
      hourlyRateModel: "HOURLY_RATE_MODEL_FIXED HOURLY_RATE_MODEL_PROJECT_SPECIFIC",
    },
  ),
  document_change: named(
    "operation changedField changed changedBy documentId previousFileName fileName size previousFolderPath folderPath",
    {
      operation: "DOCUMENT_INSERT DOCUMENT_UPDATE DOCUMENT_DELETE FOLDER_INSERT FOLDER_UPDATE FOLDER_DELETE",
      changedField: "FILE_NAME FOLDER FILE_CONTENT FOLDER_NAME FOLDER_PARENT",
    },
  ),
};
