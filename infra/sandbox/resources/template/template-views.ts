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

/** The schemas remove fields that a view doesn't show. */
export function fullCompanyTemplate(instance: Instance, row: CompanyTemplateRow) {
  return companyTemplateFull.parse(companyTemplateFields(instance, row));
}

export function leanCompanyTemplate(instance: Instance, row: CompanyTemplateRow) {
  const numCompanies = instance.tables.company.bucket("templateId", row.id)?.size ?? 0;
  return companyTemplateItem.parse({ ...companyTemplateFields(instance, row), numCompanies });
}

function companyTemplateFields(instance: Instance, row: CompanyTemplateRow) {
  // The contract inverts the meaning of the name: true means access-controlled.
  const isDefaultPublicAccess = !row.defaultPublicAccess;
  return { ...row, id: instance.ids.mask("company-template", row.id), isDefaultPublicAccess };
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
  return projectTemplateFull.parse(projectTemplateFields(instance, row));
}

export function leanProjectTemplate(instance: Instance, row: ProjectTemplateRow) {
  return projectTemplateItem.parse(projectTemplateFields(instance, row));
}

function projectTemplateFields(instance: Instance, row: ProjectTemplateRow) {
  return {
    ...row,
    id: instance.ids.mask("project-template", row.id),
    templateTypeId: instance.ids.mask("template-type", row.templateTypeId),
    templateTypeName: instance.tables.term.get(row.templateTypeId)?.name ?? "",
    numProjects: instance.tables.project.bucket("templateId", row.id)?.size ?? 0,
  };
}
