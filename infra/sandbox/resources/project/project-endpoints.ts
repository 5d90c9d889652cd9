import * as z from "zod";
import type { SandboxHono } from "../../http/endpoint.ts";
import { flagParameter, listEndpoints } from "../../http/list-endpoints.ts";
import { filterId } from "../../http/session.ts";
import { hiddenProjects, seesProject } from "../permissions.ts";
import { type RecordResource, recordEndpoints } from "../record-endpoints.ts";
import { closeProject, projectRow } from "./project-operations.ts";
import { leanProject, type ProjectBody, projectBody, projectFields, projectFull, projectLean } from "./project-view.ts";

export const projectResource: RecordResource<"project", ProjectBody> = {
  kind: "project",
  createBody: projectBody,
  updateBody: projectBody,
  answer: projectFull,
  writeErrors: [422],
  notNullable: ["isPublicAccess", "isChargable"],
  sees: seesProject,
  toBody: projectFields,
  rowOf: projectRow,
  removal: { summary: "Close a project", modes: { close: closeProject } },
};

export function projectEndpoints(app: SandboxHono): void {
  listEndpoints(app, {
    path: "/project",
    filters: z.object({ isActive: flagParameter, companyId: z.string().optional() }),
    filtersTimeline: false,
    sorts: { created: "created", modified: "modifiedOrNull", name: "name" },
    lean: projectLean,
    select: (session, filter) => ({
      table: session.instance.tables.project,
      equals: [
        ["isActive", filter.isActive],
        ["companyId", filterId(session, "company", "companyId", filter.companyId)],
      ],
      hidden: hiddenProjects(session),
    }),
    render: ({ instance }, row) => leanProject(instance, row),
  });
  recordEndpoints(app, projectResource);
}
