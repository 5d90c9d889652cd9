import * as z from "zod";
import type { SandboxHono } from "../http/endpoint.ts";
import { listEndpoints } from "../http/list-endpoints.ts";
import { type DocumentRow, ownerKey } from "../store/rows.ts";
import { documentLean, leanDocument } from "./document-view.ts";
import { listOwner, ownerParameters } from "./owners.ts";

/** The three list modes of an owner's documents, including shortcuts. */
export function documentLists(app: SandboxHono): void {
  listEndpoints(app, {
    path: "/document",
    filters: z.object({ ...ownerParameters, query: z.string().optional().describe("name and description") }),
    filtersTimeline: true,
    sorts: { name: "name", created: "created", modified: "modifiedOrNull", modifiedOrCreated: "changed" },
    lean: documentLean,
    select: (session, { query, ...filters }) => {
      const words = query?.toLowerCase().split(/\s+/);
      return {
        table: session.instance.tables.document,
        equals: [["owner", ownerKey(listOwner(session, filters))]],
        matches:
          words &&
          (({ name, description = "" }: DocumentRow) =>
            words.every((word) => `${name} ${description}`.toLowerCase().includes(word))),
      };
    },
    render: (session, row, _, filters) => leanDocument(session.instance, row, listOwner(session, filters)),
  });
}
