import type { Instance, Write } from "../../store/instance.ts";
import type { ProjectRow } from "../../store/rows.ts";
import { putRecord } from "../put-record.ts";
import { createdStamps, modifiedStamps, resolve, resolveParent, resolveRequired } from "../references.ts";
import type { ProjectBody } from "./project-view.ts";

export function createProject(instance: Instance, write: Write, body: ProjectBody): ProjectRow {
  const stamps = createdStamps(instance, write, body);
  const row: ProjectRow = {
    ...stamps,
    number: String(100_000 + write.ticket),
    isActive: true,
    ...content(instance, body),
    projectStart: body.projectStart ?? stamps.created,
  };
  return putRecord(instance, write, "project", row, "create");
}

export function replaceProject(instance: Instance, write: Write, row: ProjectRow, body: ProjectBody): ProjectRow {
  const { id, created, createdBy, number, isActive } = row;
  const stamps = { id, created, createdBy, ...modifiedStamps(instance, write, row, body) };
  const changed = { ...stamps, number, isActive, ...content(instance, body, row) };
  return putRecord(instance, write, "project", changed, "update");
}

export function closeProject(instance: Instance, write: Write, row: ProjectRow): void {
  if (!row.isActive) return;
  putRecord(instance, write, "project", { ...row, ...modifiedStamps(instance, write, row), isActive: false }, "update");
}

function content(instance: Instance, body: ProjectBody, row?: ProjectRow) {
  const templateId = resolveRequired(instance, "project-template", "templateId", body, row);
  const template = instance.tables.projectTemplate.get(templateId);
  return {
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
    projectStart: body.projectStart,
    projectEnd: body.projectEnd,
    externalReference: body.externalReference,
    internalReference: body.internalReference,
    isPublicAccess: body.isPublicAccess ?? template?.isDefaultPublicAccess ?? true,
    isChargable: body.isChargable ?? template?.isChargable ?? false,
  };
}
