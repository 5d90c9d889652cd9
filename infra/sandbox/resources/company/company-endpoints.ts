import * as z from "zod";
import { endpoint, type SandboxHono } from "../../http/endpoint.ts";
import { flagParameter, listEndpoints, wordMatch } from "../../http/list-endpoints.ts";
import { illegal } from "../../http/problem.ts";
import { filterId } from "../../http/session.ts";
import type { CompanyRow } from "../../store/rows.ts";
import { hiddenCompanies, seesCompany } from "../permissions.ts";
import { probeLimit } from "../person/person-duplicates.ts";
import { removeRecord } from "../put-record.ts";
import { type RecordResource, recordEndpoints } from "../record-endpoints.ts";
import { companyRow, deactivateCompany, holdersOf } from "./company-operations.ts";
import {
  type CompanyBody,
  companyBody,
  companyFull,
  companyLean,
  companyUpdateBody,
  fullCompany,
  leanCompany,
} from "./company-view.ts";

export const companyResource: RecordResource<"company", CompanyBody> = {
  kind: "company",
  createBody: companyBody,
  updateBody: companyBody,
  answer: companyFull,
  writeErrors: [409, 422],
  notNullable: ["isActive", "isPrivate", "isPublicAccess", "isInvoiceAddressOverridden"],
  sees: seesCompany,
  toBody: companyUpdateBody,
  rowOf: companyRow,
  removal: {
    summary: "Deactivate a company, or delete it for good",
    modes: {
      deactivate: deactivateCompany,
      delete: removeRecord("company"),
    },
  },
};

const filters = z.object({
  query: z.string().optional().describe("words in the name"),
  isActive: flagParameter,
  ownerGroupId: z.string().optional(),
  orgNumber: z.string().optional(),
  companyNumber: z.string().optional(),
  externalReference: z.string().optional(),
});

export function companyEndpoints(app: SandboxHono): void {
  listEndpoints(app, {
    path: "/company",
    filters,
    filtersTimeline: false,
    sorts: { created: "created", modified: "modifiedOrNull", name: "name" },
    lean: companyLean,
    full: companyFull,
    select: (session, filter) => ({
      table: session.instance.tables.company,
      equals: [
        ["isActive", filter.isActive],
        ["ownerGroupId", filterId(session, "group", "ownerGroupId", filter.ownerGroupId)],
        ["orgNumber", filter.orgNumber],
        ["companyNumber", filter.companyNumber],
        ["externalReference", filter.externalReference],
      ],
      matches: wordMatch(filter.query, (row: CompanyRow) => row.name),
      hidden: hiddenCompanies(session),
    }),
    render: ({ instance }, row, view) => (view === "full" ? fullCompany : leanCompany)(instance, row),
  });
  duplicates(app);
  recordEndpoints(app, companyResource);
}

function duplicates(app: SandboxHono): void {
  endpoint(app, {
    method: "get",
    path: "/company/duplicates",
    summary: "Find companies by number",
    query: z.object({ orgNumber: z.string().optional(), companyNumber: z.string().optional(), limit: probeLimit }),
    answer: z.object({
      items: z.array(z.object({ matchedOn: z.enum(["orgNumber", "companyNumber"]), company: companyLean.optional() })),
    }),
    handle: ({ session, query: { orgNumber, companyNumber, limit } }) => {
      if (orgNumber === undefined && companyNumber === undefined) {
        throw illegal("orgNumber, companyNumber", "one is required", "én er påkrevd");
      }
      // A match that the token's user may not see is reported without the company.
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
