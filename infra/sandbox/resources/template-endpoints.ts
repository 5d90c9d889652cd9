import * as z from "zod";
import { endpoint, type SandboxHono } from "../http/endpoint.ts";
import { flagParameter, offsetQuery } from "../http/list-endpoints.ts";
import { offsetBody, offsetEnvelope } from "../http/list-envelopes.ts";
import { pageByRank } from "../http/list-page.ts";
import { missingRecord } from "../http/problem.ts";
import { filterId, pathId, type Session } from "../http/session.ts";
import type { Instance } from "../store/instance.ts";
import { companyTemplateRow, projectTemplateRow } from "../store/rows.ts";
import type { Rows } from "../store/tables.ts";

type TemplateTable = "companyTemplate" | "projectTemplate";

/** `fields` returns the fields of all views. A view's schema removes the fields of other views. */
interface TemplateResource<Name extends TemplateTable, Filters extends z.ZodObject> {
  readonly table: Name;
  readonly kind: "company-template" | "project-template";
  readonly filters: Filters;
  readonly item: z.ZodType;
  readonly full: z.ZodType;
  matches(session: Session, row: Rows[Name], filters: z.output<Filters>): boolean;
  fields(instance: Instance, row: Rows[Name]): object;
}

const id = { id: z.string() };
const isEither = (flag: boolean, wanted: "true" | "false" | undefined) =>
  wanted === undefined || String(flag) === wanted;

export function companyTemplateEndpoints(app: SandboxHono): void {
  const shape = companyTemplateRow.omit({ id: true, defaultPublicAccess: true });
  templateEndpoints(app, {
    table: "companyTemplate",
    kind: "company-template",
    filters: z.object({ isActive: flagParameter, shouldBeMonitored: flagParameter }),
    item: shape
      .omit({ shouldBeRiskAssessed: true, redirectToProjectAfterCreate: true })
      .extend({ ...id, isDefaultPublicAccess: z.boolean(), numCompanies: z.number().int() }),
    full: shape.extend({ ...id, isDefaultPublicAccess: z.boolean() }),
    matches: (_, row, { isActive, shouldBeMonitored }) =>
      isEither(row.isActive, isActive) && isEither(row.shouldBeMonitored, shouldBeMonitored),
    fields: ({ tables }, row) => ({
      // The contract inverts the meaning of the name: true means access-controlled.
      isDefaultPublicAccess: !row.defaultPublicAccess,
      numCompanies: tables.company.bucket("templateId", row.id).length,
    }),
  });
}

const projectItemFields = {
  id: true,
  name: true,
  description: true,
  projectType: true,
  isActive: true,
  year: true,
  isGlobalProjectsAllowed: true,
  isMultipleActiveProjectsPerYearForCompanyAllowed: true,
} as const;

export function projectTemplateEndpoints(app: SandboxHono): void {
  const shape = { ...id, templateTypeId: z.string(), templateTypeName: z.string(), numProjects: z.number().int() };
  templateEndpoints(app, {
    table: "projectTemplate",
    kind: "project-template",
    filters: z.object({ isActive: flagParameter, templateTypeId: z.string().optional() }),
    item: projectTemplateRow.pick(projectItemFields).extend(shape),
    full: projectTemplateRow.omit({ defaultStatusId: true, termIds: true }).extend(shape),
    matches: (session, row, { isActive, templateTypeId }) => {
      const type = filterId(session, "template-type", "templateTypeId", templateTypeId);
      return isEither(row.isActive, isActive) && (type === undefined || row.templateTypeId === type);
    },
    fields: ({ ids, tables }, row) => ({
      templateTypeId: ids.mask("template-type", row.templateTypeId),
      templateTypeName: tables.term.get(row.templateTypeId)?.name ?? "",
      numProjects: tables.project.bucket("templateId", row.id).length,
    }),
  });
}

function templateEndpoints<Name extends TemplateTable, Filters extends z.ZodObject>(
  app: SandboxHono,
  resource: TemplateResource<Name, Filters>,
): void {
  const { table, kind, filters, item, full } = resource;
  const fieldsOf = (instance: Instance, row: Rows[Name]) => ({
    ...row,
    ...resource.fields(instance, row),
    id: instance.ids.mask(kind, row.id),
  });
  endpoint(app, {
    method: "get",
    path: `/${kind}`,
    summary: `${kind} list, by name`,
    query: z.object({ ...offsetQuery.shape, ...filters.shape }),
    answer: offsetEnvelope(item),
    handle: ({ session, query, url }) => {
      const { offset, limit } = offsetQuery.parse(query);
      const filter = filters.parse(query);
      const selection = {
        table: session.instance.tables[table],
        equals: [],
        matches: (row: Rows[Name]) => resource.matches(session, row, filter),
      };
      const { rows, total } = pageByRank(selection, { order: "name", descending: false, offset, limit });
      const items = rows.map((row) => item.parse(fieldsOf(session.instance, row)));
      return { body: offsetBody(url, items, { offset, limit, total }) };
    },
  });
  endpoint(app, {
    method: "get",
    path: `/${kind}/{templateId}`,
    summary: `Read a ${kind}`,
    answer: full,
    handle: ({ session, path }) => {
      const { instance } = session;
      const row = instance.tables[table].get(pathId(session, kind, path("templateId")));
      if (row === undefined) throw missingRecord(kind);
      return { body: full.parse(fieldsOf(instance, row)) };
    },
  });
}
