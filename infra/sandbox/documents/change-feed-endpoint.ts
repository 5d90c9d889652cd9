import * as z from "zod";
import { decodeCursor, encodeCursor } from "../http/cursor-codec.ts";
import { endpoint, type SandboxHono } from "../http/endpoint.ts";
import { limitParameter } from "../http/list-endpoints.ts";
import { linkTo } from "../http/list-envelopes.ts";
import { take } from "../http/selection.ts";
import { feedOwnerTypes, ownerKey } from "../store/document-rows.ts";
import { documentChange } from "./change-feed.ts";
import { referencedOwner } from "./owners.ts";

const text = z.string();
const documentChangeSchema = z.object({
  operation: z.enum([
    "DOCUMENT_INSERT",
    "DOCUMENT_UPDATE",
    "DOCUMENT_DELETE",
    "FOLDER_INSERT",
    "FOLDER_UPDATE",
    "FOLDER_DELETE",
  ]),
  changedField: text.optional(),
  changed: text,
  changedBy: text.optional(),
  documentId: text.optional(),
  previousFileName: text.optional(),
  fileName: text.optional(),
  size: z.number().int().optional(),
  previousFolderPath: z.array(text).optional(),
  folderPath: z.array(text).optional(),
});

export function changeFeedEndpoint(app: SandboxHono): void {
  endpoint(app, {
    method: "get",
    path: "/document/changes",
    tag: "Document changes",
    summary: "What happened to an owner's documents and folders, in recorded order",
    query: z.object({
      entityType: z.enum(feedOwnerTypes),
      entityId: text,
      cursor: text.optional(),
      limit: limitParameter,
    }),
    status: 200,
    answer: z.object({
      items: z.array(documentChangeSchema),
      nextCursor: text.optional(),
      links: z.object({ self: text, next: text.optional() }),
    }),
    errors: [400, 422],
    handle: ({ session, query, url }) => {
      const { instance } = session;
      const owner = referencedOwner(session, query);
      const scope = `changes/${ownerKey(owner)}`;
      // Consumers may keep the last cursor for as long as they like, so it never expires.
      const position =
        query.cursor === undefined ? undefined : decodeCursor(instance, scope, query.cursor, false).position;
      const feed = instance.tables.documentChange.bucket("owner", ownerKey(owner));
      const found = take(feed?.ascending(position) ?? [], query.limit + 1);
      const rows = found.slice(0, query.limit);
      const last = rows.at(-1);
      const nextCursor =
        last !== undefined && found.length > query.limit
          ? encodeCursor(instance, { scope, direction: "next", position: { key: last.id, id: last.id } })
          : undefined;
      return {
        body: {
          items: rows.map((row) => documentChange(instance, row)),
          ...(nextCursor !== undefined && { nextCursor }),
          links: {
            self: url.toString(),
            ...(nextCursor !== undefined && { next: linkTo(url, { cursor: nextCursor }) }),
          },
        },
      };
    },
  });
}
