import type { Instance, Write } from "../../store/instance.ts";
import type { ProjectRow } from "../../store/rows.ts";
import { touchRecord } from "../put-record.ts";
import { resolve, resolveParent, resolveRequired, stampsOf } from "../references.ts";
import type { ProjectBody } from "./project-view.ts";

export function closeProject(instance: Instance, write: Write, row: ProjectRow): void {
  if (!row.isActive) return;
  touchRecord(instance, write, "project", row, { isActive: false });
}

export function projectRow(instance: Instance, write: Write, body: ProjectBody, row?: ProjectRow): ProjectRow {
  const stamps = stampsOf(instance, write, body, row);
  const templateId = resolveRequired(instance, "project-template", "templateId", body, row);
  const template = instance.tables.projectTemplate.get(templateId);
  return {
    ...stamps,
    number: row?.number ?? String(100_000 + write.ticket),
    isActive: row?.isActive ?? true,
    name: body.name,
    templateId,
    ownerGroupId: resolveRequired(instance, "group", "ownerGroupId", body, row),
    companyId: resolve(instance, "company", "companyId", body, row),
    parentId: resolveParent(instance, "project", body, row),
    responsiblePersonId: resolve(instance, "person", "responsiblePersonId", body, row),
    // The template's year is the default on creation. An update that omits the year clears it.
    projectYear: body.projectYear ?? (row === undefined ? template?.year : undefined),
    estimatedStart: body.estimatedStart,
    estimatedEnd: body.estimatedEnd,
    projectStart: body.projectStart ?? (row === undefined ? stamps.created : undefined),
    projectEnd: body.projectEnd,
    externalReference: body.externalReference,
    internalReference: body.internalReference,
    isPublicAccess: body.isPublicAccess ?? template?.isDefaultPublicAccess ?? true,
    isChargable: body.isChargable ?? template?.isChargable ?? false,
  };
}
