import * as z from "zod";
import type { SandboxHono } from "../../http/endpoint.ts";
import { flagParameter, listEndpoints, wordMatch } from "../../http/list-endpoints.ts";
import { filterId, type Session } from "../../http/session.ts";
import type { ActivityRow } from "../../store/rows.ts";
import { isCalendarDate } from "../../store/time.ts";
import { hiddenActivities, seesActivity } from "../permissions.ts";
import { removeRecord } from "../put-record.ts";
import { type RecordResource, recordEndpoints } from "../record-endpoints.ts";
import { activityRow, closeActivity } from "./activity-operations.ts";
import {
  type ActivityBody,
  activityBody,
  activityFull,
  activityLean,
  activityUpdateBody,
  leanActivity,
} from "./activity-view.ts";

export const activityResource: RecordResource<"activity", ActivityBody> = {
  kind: "activity",
  createBody: activityBody,
  updateBody: activityBody,
  answer: activityFull,
  writeErrors: [422],
  notNullable: ["includeInAssignmentAgreement", "productTxRequiredWhenDone"],
  sees: seesActivity,
  toBody: activityUpdateBody,
  rowOf: activityRow,
  removal: {
    summary: "Close an activity, or delete it for good",
    modes: { close: closeActivity, delete: removeRecord("activity") },
  },
};

const filters = z.object({
  projectId: z.string().optional(),
  companyId: z.string().optional(),
  responsibleId: z.string().optional(),
  statusId: z.string().optional(),
  isActive: flagParameter,
  query: z.string().optional().describe("words in the name or description"),
  dueBefore: z.string().refine(isCalendarDate, "is not a date").optional(),
});

export function activityEndpoints(app: SandboxHono): void {
  listEndpoints(app, {
    path: "/activity",
    filters,
    filtersTimeline: true,
    sorts: { created: "created", modified: "modifiedOrNull", name: "name", dueDate: "dueDate" },
    lean: activityLean,
    select: (session, filter) => ({
      table: session.instance.tables.activity,
      equals: [
        ["projectId", filterId(session, "project", "projectId", filter.projectId)],
        ["responsibleId", filterId(session, "person", "responsibleId", filter.responsibleId)],
        ["statusId", filterId(session, "status", "statusId", filter.statusId)],
      ],
      matches: matcher(session, filter),
      hidden: hiddenActivities(session),
    }),
    render: ({ instance }, row) => leanActivity(instance, row),
  });
  recordEndpoints(app, activityResource);
}

function matcher(session: Session, filter: z.output<typeof filters>): ((row: ActivityRow) => boolean) | undefined {
  const { tables } = session.instance;
  const companyId = filterId(session, "company", "companyId", filter.companyId);
  const { isActive, dueBefore } = filter;
  const hasWords = wordMatch(filter.query, (row: ActivityRow) => `${row.name} ${row.description ?? ""}`);
  const tests: ((row: ActivityRow) => boolean)[] = [];
  if (companyId !== undefined) tests.push((row) => tables.project.get(row.projectId)?.companyId === companyId);
  if (isActive !== undefined) {
    tests.push((row) => (tables.term.get(row.statusId)?.isClosed !== true) === (isActive === "true"));
  }
  if (dueBefore !== undefined) tests.push((row) => row.dueDate !== undefined && row.dueDate < dueBefore);
  if (hasWords !== undefined) tests.push(hasWords);
  return tests.length === 0 ? undefined : (row) => tests.every((test) => test(row));
}
