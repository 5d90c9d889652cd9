import * as z from "zod";
import { decodeCursor, encodeCursor } from "../http/cursor-codec.ts";
import { endpoint, type SandboxHono } from "../http/endpoint.ts";
import { limitParameter, listEndpoints, wordMatch } from "../http/list-endpoints.ts";
import { linkTo } from "../http/list-envelopes.ts";
import { type DocumentRow, feedOwnerTypes, ownerKey } from "../store/rows.ts";
import { rankOf } from "../store/table.ts";
import { documentChange, documentChangeEntry } from "./document-changes.ts";
import { documentLean, leanDocument } from "./document-view.ts";
import { listOwner, ownerParameters, referencedOwner } from "./owners.ts";

export function documentLists(app: SandboxHono): void {
  listEndpoints(app, {
    path: "/document",
    filters: z.object({
      ...ownerParameters,
      query: z.string().optional().describe("words in the name or description"),
    }),
    filtersTimeline: true,
    sorts: { name: "name", created: "created", modified: "modifiedOrNull", modifiedOrCreated: "changed" },
    lean: documentLean,
    select: (session, { query, ...filters }) => ({
      table: session.instance.tables.document,
      equals: [["owner", ownerKey(listOwner(session, filters))]],
      matches: wordMatch(query, ({ name, description = "" }: DocumentRow) => `${name} ${description}`),
    }),
    render: (session, row, _, filters) => leanDocument(session.instance, row, listOwner(session, filters)),
  });
}

const text = z.string();

export function changeFeedEndpoint(app: SandboxHono): void {
  endpoint(app, {
    method: "get",
    path: "/document/changes",
    summary: "List the changes to an owner's documents and folders, in recorded order",
    query: z.object({
      entityType: z.enum(feedOwnerTypes),
      entityId: text,
      cursor: text.optional(),
      limit: limitParameter,
    }),
    answer: z.object({
      items: z.array(documentChangeEntry),
      nextCursor: text.optional(),
      links: z.object({ self: text, next: text.optional() }),
    }),
    errors: [422],
    handle: ({ session, query: { cursor, limit, ...query }, url }) => {
      const { instance } = session;
      const owner = referencedOwner(session, query);
      const scope = `changes/${ownerKey(owner)}`;
      const rows = instance.tables.documentChange.bucket("owner", ownerKey(owner));
      // Consumers may keep the last cursor indefinitely, so it never expires.
      const position = cursor === undefined ? undefined : decodeCursor(instance, scope, cursor, false).position;
      const start = position === undefined ? 0 : rankOf({ rows, keyOf: ({ id }) => id }, position);
      const page = rows.slice(start, start + limit);
      const last = page.at(-1);
      const nextCursor =
        last !== undefined && rows.length > start + limit
          ? encodeCursor(instance, { scope, direction: "next", position: { key: last.id, id: last.id } })
          : undefined;
      return {
        body: {
          items: page.map((row) => documentChange(instance, row)),
          nextCursor,
          links: { self: url.toString(), next: nextCursor && linkTo(url, { cursor: nextCursor }) },
        },
      };
    },
  });
}
