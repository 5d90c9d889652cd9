import * as z from "zod";
import { endpoint, type SandboxHono } from "../../http/endpoint.ts";
import { flagParameter, limitParameter, offsetParameter } from "../../http/list-endpoints.ts";
import { offsetBody, offsetEnvelope } from "../../http/list-envelopes.ts";
import { missingRecord } from "../../http/problem.ts";
import { pageByRank } from "../../http/selection.ts";
import { filterId, pathId } from "../../http/session.ts";
import {
  companyTemplateFull,
  companyTemplateItem,
  fullCompanyTemplate,
  fullProjectTemplate,
  leanCompanyTemplate,
  leanProjectTemplate,
  projectTemplateFull,
  projectTemplateItem,
} from "./template-views.ts";

const paging = { offset: offsetParameter, limit: limitParameter };

export function companyTemplateEndpoints(app: SandboxHono): void {
  const tag = "Company template";
  endpoint(app, {
    method: "get",
    path: "/company-template",
    tag,
    summary: "Company templates by name",
    query: z.object({ ...paging, isActive: flagParameter, shouldBeMonitored: flagParameter }),
    status: 200,
    answer: offsetEnvelope(companyTemplateItem),
    errors: [400],
    handle: ({ session: { instance }, query: { offset, limit, isActive, shouldBeMonitored }, url }) => {
      const table = instance.tables.companyTemplate;
      const page = pageByRank(
        {
          table,
          equals: [],
          matches: (row) =>
            (isActive === undefined || String(row.isActive) === isActive) &&
            (shouldBeMonitored === undefined || String(row.shouldBeMonitored) === shouldBeMonitored),
        },
        { order: "name", descending: false, offset, limit },
      );
      const items = page.rows.map((row) => leanCompanyTemplate(instance, row));
      return { body: offsetBody(url, items, { offset, limit, total: page.total }) };
    },
  });
  endpoint(app, {
    method: "get",
    path: "/company-template/{templateId}",
    tag,
    summary: "Read a company template",
    status: 200,
    answer: companyTemplateFull,
    errors: [400],
    handle: ({ session, path }) => {
      const row = session.instance.tables.companyTemplate.get(pathId(session, "company-template", path("templateId")));
      if (row === undefined) throw missingRecord("company-template");
      return { body: fullCompanyTemplate(session.instance, row) };
    },
  });
}

export function projectTemplateEndpoints(app: SandboxHono): void {
  const tag = "Project template";
  endpoint(app, {
    method: "get",
    path: "/project-template",
    tag,
    summary: "Project templates by name",
    query: z.object({ ...paging, isActive: flagParameter, templateTypeId: z.string().optional() }),
    status: 200,
    answer: offsetEnvelope(projectTemplateItem),
    errors: [400],
    handle: ({ session, query: { offset, limit, isActive, templateTypeId }, url }) => {
      const type = filterId(session, "template-type", "templateTypeId", templateTypeId);
      const page = pageByRank(
        {
          table: session.instance.tables.projectTemplate,
          equals: [],
          matches: (row) =>
            (isActive === undefined || String(row.isActive) === isActive) &&
            (type === undefined || row.templateTypeId === type),
        },
        { order: "name", descending: false, offset, limit },
      );
      const items = page.rows.map((row) => leanProjectTemplate(session.instance, row));
      return { body: offsetBody(url, items, { offset, limit, total: page.total }) };
    },
  });
  endpoint(app, {
    method: "get",
    path: "/project-template/{templateId}",
    tag,
    summary: "Read a project template",
    status: 200,
    answer: projectTemplateFull,
    errors: [400],
    handle: ({ session, path }) => {
      const row = session.instance.tables.projectTemplate.get(pathId(session, "project-template", path("templateId")));
      if (row === undefined) throw missingRecord("project-template");
      return { body: fullProjectTemplate(session.instance, row) };
    },
  });
}
