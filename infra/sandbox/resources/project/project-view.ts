import * as z from "zod";
import {
  createdFields,
  flagField,
  instantField,
  modifiedFields,
  numberField,
  referenceField,
  requiredText,
  textField,
} from "../../store/fields.ts";
import type { Instance } from "../../store/instance.ts";
import type { ProjectRow } from "../../store/rows.ts";
import {
  companyReference,
  companyReferenceSchema,
  groupReference,
  masked,
  referenceSchema,
  stamps,
  time,
} from "../reference-views.ts";

/** Create and update bodies have the same fields. An update ignores `created` and `createdBy`. */
export const projectBody = z.object({
  name: requiredText,
  templateId: requiredText,
  ownerGroupId: requiredText,
  companyId: referenceField,
  parentId: referenceField,
  responsiblePersonId: referenceField,
  projectYear: numberField,
  estimatedStart: instantField,
  estimatedEnd: instantField,
  projectStart: instantField,
  projectEnd: instantField,
  externalReference: textField,
  internalReference: textField,
  isPublicAccess: flagField,
  isChargable: flagField,
  ...createdFields,
  ...modifiedFields,
});
export type ProjectBody = z.output<typeof projectBody>;

const text = z.string().optional();

export const projectLean = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  isActive: z.boolean(),
  projectYear: z.number().optional(),
  projectType: z.enum(["PROJECT_TYPE_PROJECT", "PROJECT_TYPE_ASSIGNMENT"]),
  company: companyReferenceSchema.optional(),
  ownerGroup: referenceSchema,
  responsible: text,
  projectStart: text,
  projectEnd: text,
  created: z.string(),
  modified: text,
});

export const projectFull = projectLean.extend({
  template: referenceSchema,
  parentId: text,
  estimatedStart: text,
  estimatedEnd: text,
  externalReference: text,
  internalReference: text,
  isPublicAccess: z.boolean(),
  isChargable: z.boolean(),
  createdBy: text,
  modifiedBy: text,
  actedBy: text,
});

/** Each schema of a view or body removes the fields that it doesn't declare. */
export function projectFields(instance: Instance, row: ProjectRow) {
  const template = instance.tables.projectTemplate.get(row.templateId);
  const templateId = instance.ids.mask("project-template", row.templateId);
  const responsible = masked(instance, "person", row.responsiblePersonId);
  return {
    ...row,
    ...stamps(instance, row),
    id: instance.ids.mask("project", row.id),
    projectType: template?.projectType ?? "PROJECT_TYPE_PROJECT",
    template: { id: templateId, name: template?.name ?? "" },
    templateId,
    company: companyReference(instance, row.companyId),
    companyId: masked(instance, "company", row.companyId),
    ownerGroup: groupReference(instance, row.ownerGroupId),
    ownerGroupId: instance.ids.mask("group", row.ownerGroupId),
    responsible,
    responsiblePersonId: responsible,
    parentId: masked(instance, "project", row.parentId),
    estimatedStart: time(row.estimatedStart),
    estimatedEnd: time(row.estimatedEnd),
    projectStart: time(row.projectStart),
    projectEnd: time(row.projectEnd),
  };
}

export const leanProject = (instance: Instance, row: ProjectRow) => projectLean.parse(projectFields(instance, row));
export const fullProject = (instance: Instance, row: ProjectRow) => projectFull.parse(projectFields(instance, row));
