import * as z from "zod";
import { endpoint, type SandboxHono } from "../../http/endpoint.ts";
import { flagParameter, listEndpoints } from "../../http/list-endpoints.ts";
import { illegal } from "../../http/problem.ts";
import { given } from "../../http/selection.ts";
import { filterId, pathId } from "../../http/session.ts";
import type { CompanyRow } from "../../store/rows.ts";
import { hiddenCompanies, seesCompany } from "../permissions.ts";
import { probeLimit } from "../person/person-duplicates.ts";
import { existing, type RecordResource, recordEndpoints } from "../record-endpoints.ts";
import { createCompany, deactivateCompany, deleteCompany, holdersOf, replaceCompany } from "./company-operations.ts";
import { companyBody, companyFull, companyLean } from "./company-schemas.ts";
import { companyUpdateBody, fullCompany, leanCompany } from "./company-view.ts";

export const companyResource: RecordResource<CompanyRow, typeof companyBody, typeof companyBody> = {
  kind: "company",
  tag: "Company",
  createBody: companyBody,
  updateBody: companyBody,
  answer: companyFull,
  writeErrors: [409, 422],
  notNullable: ["isActive", "isPrivate", "isPublicAccess", "isInvoiceAddressOverridden"],
  find: (session, id) => {
    const row = session.instance.tables.company.get(id);
    return row !== undefined && seesCompany(session, row) ? row : undefined;
  },
  render: fullCompany,
  toBody: companyUpdateBody,
  create: createCompany,
  replace: replaceCompany,
};

const filters = z.object({
  query: z.string().optional().describe("name"),
  isActive: flagParameter,
  ownerGroupId: z.string().optional(),
  orgNumber: z.string().optional(),
  companyNumber: z.string().optional(),
  externalReference: z.string().optional(),
});

export function companyEndpoints(app: SandboxHono): void {
  listEndpoints(app, {
    path: "/company",
    tag: "Company",
    filters,
    sorts: { created: "created", modified: "modifiedOrNull", name: "name" },
    hasViews: true,
    lean: companyLean,
    full: companyFull,
    select: (session, filter) => {
      const words = filter.query?.toLowerCase().split(/\s+/);
      return {
        table: session.instance.tables.company,
        equals: given([
          ["isActive", filter.isActive],
          ["ownerGroupId", filterId(session, "group", "ownerGroupId", filter.ownerGroupId)],
          ["orgNumber", filter.orgNumber],
          ["companyNumber", filter.companyNumber],
          ["externalReference", filter.externalReference],
        ]),
        matches: words && ((row: CompanyRow) => words.every((word) => row.name.toLowerCase().includes(word))),
        hidden: hiddenCompanies(session),
      };
    },
    render: ({ instance }, row, view) => (view === "full" ? fullCompany : leanCompany)(instance, row),
  });
  duplicates(app);
  recordEndpoints(app, companyResource);
  endpoint(app, {
    method: "delete",
    path: "/company/{companyId}",
    tag: "Company",
    summary: "Deactivate a company, or delete it for good",
    query: z.object({ mode: z.enum(["deactivate", "delete"]).default("deactivate") }),
    status: 204,
    errors: [400],
    handle: async ({ session, path, query }) => {
      const id = pathId(session, "company", path("companyId"));
      existing(session, companyResource, id);
      const write = await session.instance.beginWrite(session.actorId);
      const row = existing(session, companyResource, id);
      if (query.mode === "delete") deleteCompany(session.instance, write, row);
      else deactivateCompany(session.instance, write, row);
      return {};
    },
  });
}

function duplicates(app: SandboxHono): void {
  endpoint(app, {
    method: "get",
    path: "/company/duplicates",
    tag: "Company",
    summary: "Companies that hold a number",
    query: z.object({ orgNumber: z.string().optional(), companyNumber: z.string().optional(), limit: probeLimit }),
    status: 200,
    answer: z.object({
      items: z.array(z.object({ matchedOn: z.enum(["orgNumber", "companyNumber"]), company: companyLean.optional() })),
    }),
    errors: [400],
    handle: ({ session, query: { orgNumber, companyNumber, limit } }) => {
      if (orgNumber === undefined && companyNumber === undefined) {
        throw illegal("orgNumber, companyNumber", "one is required", "én er påkrevd");
      }
      // An invisible match is reported without the company that has the number.
      const match = (matchedOn: "orgNumber" | "companyNumber", rows: CompanyRow[]) =>
        rows.map((row) => ({
          matchedOn,
          ...(seesCompany(session, row) && { company: leanCompany(session.instance, row) }),
        }));
      const items = [
        ...match("orgNumber", holdersOf(session.instance, { orgNumber })),
        ...match("companyNumber", holdersOf(session.instance, { companyNumber })),
      ];
      return { body: { items: items.slice(0, limit) } };
    },
  });
}
