import { removeOwnedDocuments } from "../../documents/owned-documents.ts";
import { unresolved } from "../../http/problem.ts";
import { referenceId } from "../../http/session.ts";
import type { Instance, Write } from "../../store/instance.ts";
import type { ActivityRow, TermRow } from "../../store/rows.ts";
import { putRecord } from "../put-record.ts";
import { recordRemoval } from "../record-change.ts";
import { modifiedStamps, resolve, resolveRequired } from "../references.ts";
import type { ActivityBody } from "./activity-schemas.ts";
import { fullActivity } from "./activity-view.ts";

export function createActivity(instance: Instance, write: Write, body: ActivityBody): ActivityRow {
  const { ticket: id, at: created, actorId: createdBy } = write;
  const values = content(instance, body);
  const template = templateOf(instance, values.projectId);
  if (template === undefined) throw unresolved("projectId");
  const row = { id, lastWrite: id, created, createdBy, statusId: template.defaultStatusId, ...values };
  return put(instance, write, row, "create");
}

/** A replacement keeps classifications and flags that it omits. A patch clears those that it sets to null. */
export function replaceActivity(
  instance: Instance,
  write: Write,
  row: ActivityRow,
  body: ActivityBody,
  isPatch: boolean,
): ActivityRow {
  const { id, created, createdBy, statusId } = row;
  const values = content(instance, body, row);
  const kept = {
    typeId: values.typeId ?? (isPatch ? undefined : row.typeId),
    priorityId: values.priorityId ?? (isPatch ? undefined : row.priorityId),
    severityId: values.severityId ?? (isPatch ? undefined : row.severityId),
    resolutionId: values.resolutionId ?? (isPatch ? undefined : row.resolutionId),
  };
  const changed = { id, created, createdBy, statusId, ...values, ...kept, ...modifiedStamps(instance, write, row) };
  assertAvailable(instance, changed);
  return put(instance, write, changed, "update");
}

/** The interface's quick-close. Closing a closed activity changes nothing. */
export function closeActivity(instance: Instance, write: Write, row: ActivityRow): void {
  const closed = instance.tables.term.rowsOf("kind", "status").find((status) => status.isClosed);
  if (closed === undefined || row.statusId === closed.id) return;
  put(instance, write, { ...row, ...modifiedStamps(instance, write, row), statusId: closed.id }, "update");
}

/** Deletes the activity, and its documents if activities own any. */
export function deleteActivity(instance: Instance, write: Write, row: ActivityRow): void {
  instance.commit(write, (transaction) => {
    removeOwnedDocuments(instance, transaction, write, { type: "Activity", id: row.id });
    transaction.remove("activity", row.id);
    recordRemoval(transaction, instance, "activity", row.id);
  });
}

function templateOf(instance: Instance, projectId: number) {
  const project = instance.tables.project.get(projectId);
  return project && instance.tables.projectTemplate.get(project.templateId);
}

function content(instance: Instance, body: ActivityBody, row?: ActivityRow) {
  const projectId = resolveRequired(instance, "project", "projectId", body.projectId, row?.projectId);
  const available = new Set(templateOf(instance, projectId)?.termIds);
  const classification = (kind: "type" | "priority" | "severity" | "resolution", text: string | undefined) =>
    text === undefined ? undefined : referenceId(instance, kind, `${kind}Id`, text, (id) => available.has(id));
  const isPhase = (id: number) => instance.tables.term.get(id)?.projectId === projectId;
  return {
    name: body.name,
    projectId,
    description: body.description,
    projectPhaseId:
      body.projectPhaseId === undefined
        ? undefined
        : referenceId(instance, "phase", "projectPhaseId", body.projectPhaseId, isPhase),
    responsiblePersonId: resolve(
      instance,
      "person",
      "responsiblePersonId",
      body.responsiblePersonId,
      row?.responsiblePersonId,
    ),
    typeId: classification("type", body.typeId),
    priorityId: classification("priority", body.priorityId),
    severityId: classification("severity", body.severityId),
    resolutionId: classification("resolution", body.resolutionId),
    dueDate: body.dueDate,
    estimate: body.estimate,
    etc: body.etc,
    sortIndex: body.sortIndex,
    externalReference: body.externalReference,
    includeInAssignmentAgreement: body.includeInAssignmentAgreement ?? row?.includeInAssignmentAgreement ?? false,
    productTxRequiredWhenDone: body.productTxRequiredWhenDone ?? row?.productTxRequiredWhenDone ?? false,
  };
}

/**
 * After a move to a project with another template, the activity must not keep a classification that the template lacks.
 */
function assertAvailable(instance: Instance, row: ActivityRow): void {
  const available = new Set(templateOf(instance, row.projectId)?.termIds);
  const fields: [TermRow["kind"], number | undefined][] = [
    ["type", row.typeId],
    ["priority", row.priorityId],
    ["severity", row.severityId],
    ["resolution", row.resolutionId],
  ];
  for (const [kind, id] of fields) if (id !== undefined && !available.has(id)) throw unresolved(`${kind}Id`);
}

function put(instance: Instance, write: Write, row: ActivityRow, operation: "create" | "update"): ActivityRow {
  return putRecord(instance, write, { kind: "activity", row, operation }, fullActivity);
}
