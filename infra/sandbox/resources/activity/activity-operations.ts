import { unresolved } from "../../http/problem.ts";
import { referenceId } from "../../http/session.ts";
import type { Instance, Write } from "../../store/instance.ts";
import type { Kind } from "../../store/masked-ids.ts";
import type { ActivityRow } from "../../store/rows.ts";
import { touchRecord } from "../put-record.ts";
import { resolve, resolveRequired, stampsOf } from "../references.ts";
import type { ActivityBody } from "./activity-view.ts";

type Classification = "type" | "priority" | "severity" | "resolution";
type ClassificationField = `${Classification}Id`;

export function closeActivity(instance: Instance, write: Write, row: ActivityRow): void {
  const closed = instance.tables.term.rowsOf("kind", "status").find((status) => status.isClosed);
  if (closed === undefined || row.statusId === closed.id) return;
  touchRecord(instance, write, "activity", row, { statusId: closed.id });
}

function templateOf(instance: Instance, projectId: number) {
  const project = instance.tables.project.get(projectId);
  return project && instance.tables.projectTemplate.get(project.templateId);
}

/** A replacement keeps classifications and flags that it omits. A patch can clear classifications with null. */
export function activityRow(
  instance: Instance,
  write: Write,
  body: ActivityBody,
  row?: ActivityRow,
  isPatch = false,
): ActivityRow {
  const projectId = resolveRequired(instance, "project", "projectId", body, row);
  const template = templateOf(instance, projectId);
  const available = new Set(template?.termIds);
  const optionalId = (kind: Kind, field: "projectPhaseId" | ClassificationField, exists: (id: number) => boolean) => {
    const text = body[field];
    return text === undefined ? undefined : referenceId(instance, kind, field, text, exists);
  };
  const kept = isPatch ? undefined : row;
  /** A kept classification isn't available after a move to a project with another template. */
  const classification = (kind: Classification) => {
    const id = optionalId(kind, `${kind}Id`, (given) => available.has(given)) ?? kept?.[`${kind}Id`];
    if (id !== undefined && !available.has(id)) throw unresolved(`${kind}Id`);
    return id;
  };
  const isPhase = (id: number) => instance.tables.term.get(id)?.projectId === projectId;
  if (template === undefined) throw unresolved("projectId");
  return {
    ...stampsOf(instance, write, {}, row),
    statusId: row?.statusId ?? template.defaultStatusId,
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
