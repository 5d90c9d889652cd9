import type { Instance } from "../../store/instance.ts";
import type { ProjectRow } from "../../store/rows.ts";
import { companyReference, groupReference, masked, time } from "../reference-views.ts";

export function leanProject(instance: Instance, row: ProjectRow) {
  return {
    id: instance.ids.mask("project", row.id),
    name: row.name,
    number: row.number,
    isActive: row.isActive,
    projectYear: row.projectYear,
    projectType: instance.tables.projectTemplate.get(row.templateId)?.projectType ?? "PROJECT_TYPE_PROJECT",
    company: companyReference(instance, row.companyId),
    ownerGroup: groupReference(instance, row.ownerGroupId),
    responsible: masked(instance, "person", row.responsiblePersonId),
    projectStart: time(row.projectStart),
    projectEnd: time(row.projectEnd),
    created: time(row.created),
    modified: time(row.modified),
  };
}

export function fullProject(instance: Instance, row: ProjectRow) {
  const template = instance.tables.projectTemplate.get(row.templateId);
  return {
    ...leanProject(instance, row),
    template: { id: instance.ids.mask("project-template", row.templateId), name: template?.name ?? "" },
    parentId: masked(instance, "project", row.parentId),
    estimatedStart: time(row.estimatedStart),
    estimatedEnd: time(row.estimatedEnd),
    externalReference: row.externalReference,
    internalReference: row.internalReference,
    isPublicAccess: row.isPublicAccess,
    isChargable: row.isChargable,
    createdBy: masked(instance, "person", row.createdBy),
    modifiedBy: masked(instance, "person", row.modifiedBy),
  };
}

/** The row as an update body, for merge patches. */
export function projectUpdateBody(instance: Instance, row: ProjectRow) {
  return {
    ...fullProject(instance, row),
    templateId: instance.ids.mask("project-template", row.templateId),
    ownerGroupId: instance.ids.mask("group", row.ownerGroupId),
    companyId: masked(instance, "company", row.companyId),
    responsiblePersonId: masked(instance, "person", row.responsiblePersonId),
    created: undefined,
    createdBy: undefined,
    modified: undefined,
    modifiedBy: undefined,
  };
}
