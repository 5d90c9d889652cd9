import * as z from "zod";
import { endpoint, type SandboxHono } from "../../http/endpoint.ts";
import { flagParameter, listEndpoints } from "../../http/list-endpoints.ts";
import { given } from "../../http/selection.ts";
import { filterId, pathId, type Session } from "../../http/session.ts";
import { isCalendarDate } from "../../store/instant.ts";
import type { ActivityRow } from "../../store/rows.ts";
import { hiddenActivities, seesActivity } from "../permissions.ts";
import { existing, type RecordResource, recordEndpoints } from "../record-endpoints.ts";
import { closeActivity, createActivity, deleteActivity, replaceActivity } from "./activity-operations.ts";
import { activityBody, activityFull, activityLean } from "./activity-schemas.ts";
import { activityUpdateBody, fullActivity, leanActivity } from "./activity-view.ts";

export const activityResource: RecordResource<ActivityRow, typeof activityBody, typeof activityBody> = {
  kind: "activity",
  tag: "Activity",
  createBody: activityBody,
  updateBody: activityBody,
  answer: activityFull,
  writeErrors: [422],
  notNullable: ["includeInAssignmentAgreement", "productTxRequiredWhenDone"],
  find: (session, id) => {
    const row = session.instance.tables.activity.get(id);
    return row !== undefined && seesActivity(session, row) ? row : undefined;
  },
  render: fullActivity,
  toBody: activityUpdateBody,
  create: createActivity,
  replace: replaceActivity,
};

const filters = z.object({
  projectId: z.string().optional(),
  companyId: z.string().optional(),
  responsibleId: z.string().optional(),
  statusId: z.string().optional(),
  isActive: flagParameter,
  query: z.string().optional().describe("name and description"),
  dueBefore: z.string().refine(isCalendarDate, "is not a date").optional(),
});

export function activityEndpoints(app: SandboxHono): void {
  listEndpoints(app, {
    path: "/activity",
    tag: "Activity",
    filters,
    timelineFilters: filters,
    sorts: { created: "created", modified: "modifiedOrNull", name: "name", dueDate: "dueDate" },
    hasViews: false,
    lean: activityLean,
    full: activityFull,
    select: (session, filter) => ({
      table: session.instance.tables.activity,
      equals: given([
        ["projectId", filterId(session, "project", "projectId", filter.projectId)],
        ["responsibleId", filterId(session, "person", "responsibleId", filter.responsibleId)],
        ["statusId", filterId(session, "status", "statusId", filter.statusId)],
      ]),
      matches: matcher(session, filter),
      hidden: hiddenActivities(session),
    }),
    render: ({ instance }, row) => leanActivity(instance, row),
  });
  recordEndpoints(app, activityResource);
  endpoint(app, {
    method: "delete",
    path: "/activity/{activityId}",
    tag: "Activity",
    summary: "Close an activity, or delete it for good",
    query: z.object({ mode: z.enum(["close", "delete"]).default("close") }),
    status: 204,
    errors: [400],
    handle: async ({ session, path, query }) => {
      const id = pathId(session, "activity", path("activityId"));
      existing(session, activityResource, id);
      const write = await session.instance.beginWrite(session.actorId);
      const row = existing(session, activityResource, id);
      if (query.mode === "delete") deleteActivity(session.instance, write, row);
      else closeActivity(session.instance, write, row);
      return {};
    },
  });
}

function matcher(session: Session, filter: z.output<typeof filters>): ((row: ActivityRow) => boolean) | undefined {
  const { tables } = session.instance;
  const companyId = filterId(session, "company", "companyId", filter.companyId);
  const { isActive, dueBefore } = filter;
  const words = filter.query?.toLowerCase().split(/\s+/);
  const tests: ((row: ActivityRow) => boolean)[] = [];
  if (companyId !== undefined) tests.push((row) => tables.project.get(row.projectId)?.companyId === companyId);
  if (isActive !== undefined) {
    tests.push((row) => (tables.term.get(row.statusId)?.isClosed !== true) === (isActive === "true"));
  }
  if (dueBefore !== undefined) tests.push((row) => row.dueDate !== undefined && row.dueDate < dueBefore);
  if (words !== undefined) {
    tests.push((row) => words.every((word) => `${row.name} ${row.description ?? ""}`.toLowerCase().includes(word)));
  }
  return tests.length === 0 ? undefined : (row) => tests.every((test) => test(row));
}
