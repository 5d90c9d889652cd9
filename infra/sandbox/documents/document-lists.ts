import * as z from "zod";
import { endpoint, type SandboxHono } from "../http/endpoint.ts";
import { limitParameter, offsetParameter, sinceOf } from "../http/list-endpoints.ts";
import { offsetBody, offsetEnvelope, seekBody, seekEnvelope } from "../http/list-envelopes.ts";
import { seekPage } from "../http/seek-page.ts";
import { pageByRank, type Selection } from "../http/selection.ts";
import type { Session } from "../http/session.ts";
import { type DocumentRow, type Owner, ownerKey } from "../store/document-rows.ts";
import { documentLean, leanDocument } from "./document-view.ts";
import { listOwner, ownerParameters } from "./owners.ts";

const tag = "Document";
const sorts = { name: "name", created: "created", modified: "modifiedOrNull", modifiedOrCreated: "changed" } as const;
const sortNames = Object.keys(sorts);
const owned = { ...ownerParameters, query: z.string().optional().describe("name and description") };
const seekParameters = { cursor: z.string().optional(), limit: limitParameter };

/** The three list modes of an owner's documents, including shortcuts. */
export function documentLists(app: SandboxHono): void {
  endpoint(app, {
    method: "get",
    path: "/document",
    tag,
    summary: "An owner's documents, by offset",
    query: z.object({
      offset: offsetParameter,
      limit: limitParameter,
      ...owned,
      sort: z.enum(sortNames.flatMap((sort) => [sort, `-${sort}`])).default("name"),
    }),
    status: 200,
    answer: offsetEnvelope(documentLean),
    errors: [400],
    handle: ({ session, query, url }) => {
      const owner = listOwner(session, query);
      const { offset, limit, sort } = query;
      const descending = sort.startsWith("-");
      const order = Object.entries(sorts).find(([name]) => name === sort.replace("-", ""))?.[1] ?? "name";
      const page = pageByRank(select(session, owner, query.query), { order, descending, offset, limit });
      const items = page.rows.map((row) => leanDocument(session.instance, row, owner));
      return { body: offsetBody(url, items, { offset, limit, total: page.total }) };
    },
  });
  endpoint(app, {
    method: "get",
    path: "/document/cursor",
    tag,
    summary: "An owner's documents, by cursor, in ascending id",
    query: z.object({ ...seekParameters, ...owned }),
    status: 200,
    answer: seekEnvelope(documentLean),
    errors: [400],
    handle: ({ session, query, url }) => {
      const { cursor, limit } = query;
      return seek(session, url, query, { scope: "/document/cursor", order: "id", limit, cursor, isTimeline: false });
    },
  });
  endpoint(app, {
    method: "get",
    path: "/document/timeline",
    tag,
    summary: "An owner's documents, by creation or rename",
    query: z.object({ since: z.string().optional().describe("RFC 3339, inclusive"), ...seekParameters, ...owned }),
    status: 200,
    answer: seekEnvelope(documentLean),
    errors: [400],
    handle: ({ session, query, url }) => {
      const { cursor, limit } = query;
      const since = sinceOf(query.since);
      return seek(session, url, query, {
        scope: "/document/timeline",
        order: "changed",
        limit,
        cursor,
        since,
        isTimeline: true,
      });
    },
  });
}

function seek(
  session: Session,
  url: URL,
  query: { entityType: Owner["type"]; entityId: string; query?: string | undefined },
  request: Parameters<typeof seekPage>[2],
) {
  const owner = listOwner(session, query);
  const page = seekPage(session.instance, select(session, owner, query.query), request);
  const items = page.rows.map((row) => leanDocument(session.instance, row, owner));
  return { body: seekBody(url, items, page) };
}

function select(session: Session, owner: Owner, query: string | undefined): Selection<DocumentRow> {
  const words = query?.toLowerCase().split(/\s+/);
  const matches = (row: DocumentRow) =>
    (words ?? []).every((word) => `${row.name} ${row.description ?? ""}`.toLowerCase().includes(word));
  return {
    table: session.instance.tables.document,
    equals: [["owner", ownerKey(owner)]],
    matches: words && matches,
  };
}
