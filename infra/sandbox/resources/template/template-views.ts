import * as z from "zod";
import type { Instance } from "../../store/instance.ts";
import {
  type CompanyTemplateRow,
  companyTemplateRow,
  type ProjectTemplateRow,
  projectTemplateRow,
} from "../../store/rows.ts";

const id = { id: z.string() };
const companyShape = companyTemplateRow.omit({ id: true, defaultPublicAccess: true });

export const companyTemplateItem = companyShape
  .omit({ shouldBeRiskAssessed: true, redirectToProjectAfterCreate: true })
  .extend({ ...id, isDefaultPublicAccess: z.boolean(), numCompanies: z.number().int() });
export const companyTemplateFull = companyShape.extend({ ...id, isDefaultPublicAccess: z.boolean() });

export function fullCompanyTemplate(instance: Instance, row: CompanyTemplateRow) {
  const { defaultPublicAccess, ...rest } = row;
  // As the contract has it: true means access-controlled.
  return { ...rest, id: instance.ids.mask("company-template", row.id), isDefaultPublicAccess: !defaultPublicAccess };
}

export function leanCompanyTemplate(instance: Instance, row: CompanyTemplateRow) {
  const {
    shouldBeRiskAssessed: _risk,
    redirectToProjectAfterCreate: _redirect,
    ...item
  } = fullCompanyTemplate(instance, row);
  return { ...item, numCompanies: instance.tables.company.bucket("templateId", row.id)?.size ?? 0 };
}

const itemFields = {
  id: true,
  name: true,
  description: true,
  projectType: true,
  isActive: true,
  year: true,
  isGlobalProjectsAllowed: true,
  isMultipleActiveProjectsPerYearForCompanyAllowed: true,
} as const;
const typeFields = { ...id, templateTypeId: z.string(), templateTypeName: z.string(), numProjects: z.number().int() };

export const projectTemplateItem = projectTemplateRow.pick(itemFields).extend(typeFields);
export const projectTemplateFull = projectTemplateRow.omit({ defaultStatusId: true, termIds: true }).extend(typeFields);

export function fullProjectTemplate(instance: Instance, row: ProjectTemplateRow) {
  const { defaultStatusId: _status, termIds: _terms, ...rest } = row;
  return {
    ...rest,
    id: instance.ids.mask("project-template", row.id),
    templateTypeId: instance.ids.mask("template-type", row.templateTypeId),
    templateTypeName: instance.tables.term.get(row.templateTypeId)?.name ?? "",
    numProjects: instance.tables.project.bucket("templateId", row.id)?.size ?? 0,
  };
}

export function leanProjectTemplate(instance: Instance, row: ProjectTemplateRow) {
  const {
    suggestedName: _name,
    isDefaultPublicAccess: _access,
    priceModel: _price,
    ...rest
  } = fullProjectTemplate(instance, row);
  const { hourlyRateModel: _rate, isChargable: _chargable, externalReference: _reference, ...item } = rest;
  return item;
}
