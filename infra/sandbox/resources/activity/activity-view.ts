import type { Instance } from "../../store/instance.ts";
import type { ActivityRow } from "../../store/rows.ts";
import { companyReference, masked, personReference, termReference, time } from "../reference-views.ts";

export function leanActivity(instance: Instance, row: ActivityRow) {
  const project = instance.tables.project.get(row.projectId);
  return {
    ...shared(instance, row),
    company: companyReference(instance, project?.companyId),
    responsible: masked(instance, "person", row.responsiblePersonId),
  };
}

export function fullActivity(instance: Instance, row: ActivityRow) {
  return {
    ...shared(instance, row),
    projectPhase: termReference(instance, row.projectPhaseId),
    responsible: personReference(instance, row.responsiblePersonId),
    type: termReference(instance, row.typeId),
    severity: termReference(instance, row.severityId),
    resolution: termReference(instance, row.resolutionId),
    externalReference: row.externalReference,
    includeInAssignmentAgreement: row.includeInAssignmentAgreement,
    productTxRequiredWhenDone: row.productTxRequiredWhenDone,
    createdBy: personReference(instance, row.createdBy),
    modifiedBy: personReference(instance, row.modifiedBy),
  };
}

/** The row as an update body, for merge patches. */
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

function shared(instance: Instance, row: ActivityRow) {
  const project = instance.tables.project.get(row.projectId);
  return {
    id: instance.ids.mask("activity", row.id),
    name: row.name,
    description: row.description,
    project: { id: instance.ids.mask("project", row.projectId), name: project?.name ?? "" },
    status: termReference(instance, row.statusId),
    priority: termReference(instance, row.priorityId),
    dueDate: row.dueDate,
    estimate: row.estimate,
    etc: row.etc,
    sortIndex: row.sortIndex,
    created: time(row.created),
    modified: time(row.modified),
  };
}
