import * as z from "zod";
import { dateField, flagField, numberField, referenceField, requiredText, textField } from "../../store/fields.ts";
import type { Instance } from "../../store/instance.ts";
import type { ActivityRow } from "../../store/rows.ts";
import {
  companyReference,
  companyReferenceSchema,
  masked,
  personReference,
  referenceSchema,
  stamps,
  termReference,
} from "../reference-views.ts";

/** Create and update bodies have the same fields. `status` and the stamps are ignored. */
export const activityBody = z.object({
  name: requiredText,
  projectId: requiredText,
  description: textField,
  projectPhaseId: referenceField,
  responsiblePersonId: referenceField,
  typeId: referenceField,
  priorityId: referenceField,
  severityId: referenceField,
  resolutionId: referenceField,
  dueDate: dateField,
  estimate: numberField,
  etc: numberField,
  sortIndex: numberField,
  externalReference: textField,
  includeInAssignmentAgreement: flagField,
  productTxRequiredWhenDone: flagField,
});
export type ActivityBody = z.output<typeof activityBody>;

const text = z.string().optional();
const reference = referenceSchema.optional();

const shared = {
  id: z.string(),
  name: z.string(),
  description: text,
  project: referenceSchema,
  status: referenceSchema,
  priority: reference,
  dueDate: text,
  estimate: z.number().optional(),
  etc: z.number().optional(),
  sortIndex: z.number().optional(),
  created: z.string(),
  modified: text,
};

export const activityLean = z.object({ ...shared, company: companyReferenceSchema.optional(), responsible: text });

export const activityFull = z.object({
  ...shared,
  projectPhase: reference,
  responsible: reference,
  type: reference,
  severity: reference,
  resolution: reference,
  externalReference: text,
  includeInAssignmentAgreement: z.boolean(),
  productTxRequiredWhenDone: z.boolean(),
  createdBy: reference,
  modifiedBy: reference,
  actedBy: text,
});

/** A view's schema removes the fields of other views. */
function sharedFields(instance: Instance, row: ActivityRow) {
  const projectId = instance.ids.mask("project", row.projectId);
  return {
    ...row,
    ...stamps(instance, row),
    id: instance.ids.mask("activity", row.id),
    project: { id: projectId, name: instance.tables.project.get(row.projectId)?.name ?? "" },
    status: termReference(instance, row.statusId),
    priority: termReference(instance, row.priorityId),
  };
}

export function leanActivity(instance: Instance, row: ActivityRow) {
  return activityLean.parse({
    ...sharedFields(instance, row),
    company: companyReference(instance, instance.tables.project.get(row.projectId)?.companyId),
    responsible: masked(instance, "person", row.responsiblePersonId),
  });
}

export function fullActivity(instance: Instance, row: ActivityRow) {
  return activityFull.parse({
    ...sharedFields(instance, row),
    projectPhase: termReference(instance, row.projectPhaseId),
    responsible: personReference(instance, row.responsiblePersonId),
    type: termReference(instance, row.typeId),
    severity: termReference(instance, row.severityId),
    resolution: termReference(instance, row.resolutionId),
    createdBy: personReference(instance, row.createdBy),
    modifiedBy: personReference(instance, row.modifiedBy),
  });
}

/** Merge patches are applied to this body. */
export function activityUpdateBody(instance: Instance, row: ActivityRow) {
  return {
    ...row,
    projectId: instance.ids.mask("project", row.projectId),
    projectPhaseId: masked(instance, "phase", row.projectPhaseId),
    responsiblePersonId: masked(instance, "person", row.responsiblePersonId),
    typeId: masked(instance, "type", row.typeId),
    priorityId: masked(instance, "priority", row.priorityId),
    severityId: masked(instance, "severity", row.severityId),
    resolutionId: masked(instance, "resolution", row.resolutionId),
  };
}
