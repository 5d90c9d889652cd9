import { unresolved } from "../../http/problem.ts";
import { referenceId } from "../../http/session.ts";
import type { Instance, Write } from "../../store/instance.ts";
import type { Kind } from "../../store/masked-ids.ts";
import type { ActivityRow } from "../../store/rows.ts";
import { putRecord } from "../put-record.ts";
import { modifiedStamps, resolve, resolveRequired } from "../references.ts";
import type { ActivityBody } from "./activity-view.ts";

type Classification = "type" | "priority" | "severity" | "resolution";
type ClassificationField = `${Classification}Id`;

export function createActivity(instance: Instance, write: Write, body: ActivityBody): ActivityRow {
  const { ticket: id, at: created, actorId: createdBy } = write;
  const values = content(instance, body);
  const template = templateOf(instance, values.projectId);
  if (template === undefined) throw unresolved("projectId");
  const row = { id, lastWrite: id, created, createdBy, statusId: template.defaultStatusId, ...values };
  return putRecord(instance, write, "activity", row, "create");
}

/** A replacement keeps classifications and flags that it omits. A patch can clear classifications with null. */
export function replaceActivity(
  instance: Instance,
  write: Write,
  row: ActivityRow,
  body: ActivityBody,
  isPatch: boolean,
): ActivityRow {
  const { id, created, createdBy, statusId } = row;
  const values = content(instance, body, row);
  const kept = (field: ClassificationField) => values[field] ?? (isPatch ? undefined : row[field]);
  const changed = {
    ...{ id, created, createdBy, statusId, ...values, ...modifiedStamps(instance, write, row) },
    ...{ typeId: kept("typeId"), priorityId: kept("priorityId") },
    ...{ severityId: kept("severityId"), resolutionId: kept("resolutionId") },
  };
  assertAvailable(instance, changed);
  return putRecord(instance, write, "activity", changed, "update");
}

export function closeActivity(instance: Instance, write: Write, row: ActivityRow): void {
  const closed = instance.tables.term.rowsOf("kind", "status").find((status) => status.isClosed);
  if (closed === undefined || row.statusId === closed.id) return;
  const changed = { ...row, ...modifiedStamps(instance, write, row), statusId: closed.id };
  putRecord(instance, write, "activity", changed, "update");
}

function templateOf(instance: Instance, projectId: number) {
  const project = instance.tables.project.get(projectId);
  return project && instance.tables.projectTemplate.get(project.templateId);
}

function content(instance: Instance, body: ActivityBody, row?: ActivityRow) {
  const projectId = resolveRequired(instance, "project", "projectId", body, row);
  const available = new Set(templateOf(instance, projectId)?.termIds);
  const optionalId = (kind: Kind, field: "projectPhaseId" | ClassificationField, exists: (id: number) => boolean) => {
    const text = body[field];
    return text === undefined ? undefined : referenceId(instance, kind, field, text, exists);
  };
  const classification = (kind: Classification) => optionalId(kind, `${kind}Id`, (id) => available.has(id));
  const isPhase = (id: number) => instance.tables.term.get(id)?.projectId === projectId;
  return {
    ...body,
    projectId,
    projectPhaseId: optionalId("phase", "projectPhaseId", isPhase),
    responsiblePersonId: resolve(instance, "person", "responsiblePersonId", body, row),
    typeId: classification("type"),
    priorityId: classification("priority"),
    severityId: classification("severity"),
    resolutionId: classification("resolution"),
    includeInAssignmentAgreement: body.includeInAssignmentAgreement ?? row?.includeInAssignmentAgreement ?? false,
    productTxRequiredWhenDone: body.productTxRequiredWhenDone ?? row?.productTxRequiredWhenDone ?? false,
  };
}

/**
 * Throws a 422 if the project's template lacks a classification of the activity, as after a move to another project.
 */
function assertAvailable(instance: Instance, row: ActivityRow): void {
  const available = new Set(templateOf(instance, row.projectId)?.termIds);
  for (const field of ["typeId", "priorityId", "severityId", "resolutionId"] as const) {
    const id = row[field];
    if (id !== undefined && !available.has(id)) throw unresolved(field);
  }
}
