import * as z from "zod";
import { endpoint, type SandboxHono } from "../../http/endpoint.ts";
import { flagParameter, listEndpoints } from "../../http/list-endpoints.ts";
import { given } from "../../http/selection.ts";
import { filterId, pathId } from "../../http/session.ts";
import type { ProjectRow } from "../../store/rows.ts";
import { hiddenProjects, seesProject } from "../permissions.ts";
import { existing, type RecordResource, recordEndpoints } from "../record-endpoints.ts";
import { closeProject, createProject, replaceProject } from "./project-operations.ts";
import { projectBody, projectFull, projectLean } from "./project-schemas.ts";
import { fullProject, leanProject, projectUpdateBody } from "./project-view.ts";

export const projectResource: RecordResource<ProjectRow, typeof projectBody, typeof projectBody> = {
  kind: "project",
  tag: "Project",
  createBody: projectBody,
  updateBody: projectBody,
  answer: projectFull,
  writeErrors: [422],
  notNullable: ["isPublicAccess", "isChargable"],
  find: (session, id) => {
    const row = session.instance.tables.project.get(id);
    return row !== undefined && seesProject(session, row) ? row : undefined;
  },
  render: fullProject,
  toBody: projectUpdateBody,
  create: createProject,
  replace: replaceProject,
};

export function projectEndpoints(app: SandboxHono): void {
  listEndpoints(app, {
    path: "/project",
    tag: "Project",
    filters: z.object({ isActive: flagParameter, companyId: z.string().optional() }),
    sorts: { created: "created", modified: "modifiedOrNull", name: "name" },
    hasViews: false,
    lean: projectLean,
    full: projectFull,
    select: (session, filter) => ({
      table: session.instance.tables.project,
      equals: given([
        ["isActive", filter.isActive],
        ["companyId", filterId(session, "company", "companyId", filter.companyId)],
      ]),
      hidden: hiddenProjects(session),
    }),
    render: ({ instance }, row) => leanProject(instance, row),
  });
  recordEndpoints(app, projectResource);
  endpoint(app, {
    method: "delete",
    path: "/project/{projectId}",
    tag: "Project",
    summary: "Close a project",
    status: 204,
    errors: [400],
    handle: async ({ session, path }) => {
      const id = pathId(session, "project", path("projectId"));
      existing(session, projectResource, id);
      const write = await session.instance.beginWrite(session.actorId);
      closeProject(session.instance, write, existing(session, projectResource, id));
      return {};
    },
  });
}
