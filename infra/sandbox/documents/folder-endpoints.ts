import * as z from "zod";
import { endpoint, type SandboxHono } from "../http/endpoint.ts";
import { missingRecord, Problem, unresolved } from "../http/problem.ts";
import { beginChange, pathId, type Session } from "../http/session.ts";
import { actedBy } from "../resources/record-endpoints.ts";
import { requiredText } from "../store/fields.ts";
import type { FolderRow, Owner } from "../store/rows.ts";
import { createFolder, deleteFolder, moveFolder, renameFolder } from "./folder-operations.ts";
import { folderNode, foldersOf, isSameOwner } from "./folder-tree.ts";
import { findOwner, ownerParameters, referencedOwner } from "./owners.ts";

const onePath = "/document/folder/{folderId}";
const ownerQuery = z.object(ownerParameters);
const text = z.string();
const folderNodeSchema = z.object({
  id: text,
  name: text,
  parentId: text.nullable(),
  path: text,
  actedBy: text.optional(),
});

export function folderEndpoints(app: SandboxHono): void {
  endpoint(app, {
    method: "post",
    path: "/document/folder",
    summary: "Create a folder",
    body: z.object({ ...ownerParameters, name: requiredText, parentFolderId: z.string().nullish() }),
    status: 201,
    answer: folderNodeSchema,
    errors: [422],
    handle: async ({ session, body }) => {
      const owner = referencedOwner(session, body);
      const { instance } = session;
      const parent =
        typeof body.parentFolderId === "string" ? parentFolder(session, owner, body.parentFolderId) : undefined;
      const write = await instance.beginWrite(session.actorId);
      const row = createFolder(instance, write, { owner, name: body.name, parentId: parent?.id ?? null });
      const node = folderNode(instance, row);
      return { body: { ...node, ...actedBy(session) }, location: `/document/folder/${node.id}` };
    },
  });
  endpoint(app, {
    method: "get",
    path: "/document/folder",
    summary: "List an owner's folders, parents before children",
    query: ownerQuery,
    answer: z.array(folderNodeSchema),
    errors: [422],
    handle: ({ session, query }) => {
      const folders = foldersOf(session.instance, referencedOwner(session, query));
      return { body: folders.map((folder) => folderNode(session.instance, folder)) };
    },
  });
  endpoint(app, {
    method: "put",
    path: onePath,
    summary: "Rename a folder",
    query: ownerQuery,
    body: z.object({ name: requiredText }),
    answer: folderNodeSchema,
    errors: [422],
    handle: async ({ session, path, query, body }) => {
      const { write, row } = await beginChange(session, () => changeableFolder(session, query, path("folderId")));
      const renamed = renameFolder(session.instance, write, row, body.name);
      return { body: { ...folderNode(session.instance, renamed), ...actedBy(session) } };
    },
  });
  endpoint(app, {
    method: "put",
    path: `${onePath}/move`,
    summary: "Move a folder with everything below it",
    query: ownerQuery,
    body: z.object({ destinationFolderId: z.string().nullable() }),
    status: 204,
    errors: [409, 422],
    handle: async ({ session, path, query, body }) => {
      const { write, row } = await beginChange(session, () => changeableFolder(session, query, path("folderId")));
      const destination =
        body.destinationFolderId === null ? null : parentFolder(session, row.owner, body.destinationFolderId).id;
      moveFolder(session.instance, write, row, destination);
      return {};
    },
  });
  endpoint(app, {
    method: "delete",
    path: onePath,
    summary: "Delete a folder with everything below it",
    query: ownerQuery.extend({ acknowledgeCascade: z.enum(["true", "false"]).default("false") }),
    status: 204,
    errors: [409, 422],
    handle: async ({ session, path, query }) => {
      const { write, row } = await beginChange(session, () => changeableFolder(session, query, path("folderId")));
      deleteFolder(session.instance, write, row, query.acknowledgeCascade === "true");
      return {};
    },
  });
}

/** Also finds the system folder. Throws a 404 if the folder doesn't belong to the given owner. */
export function existingFolder(session: Session, query: z.output<typeof ownerQuery>, text: string): FolderRow {
  const id = pathId(session, "folder", text);
  const owner = findOwner(session, query.entityType, query.entityId);
  const folder = session.instance.tables.folder.get(id);
  if (folder === undefined || owner === undefined || !isSameOwner(folder.owner, owner)) throw missingRecord("folder");
  return folder;
}

/** Throws a 422 for the system folder. */
function changeableFolder(session: Session, query: z.output<typeof ownerQuery>, text: string): FolderRow {
  const folder = existingFolder(session, query, text);
  if (!folder.isSystem) return folder;
  throw new Problem("operation-not-allowed", "the system folder cannot be changed", "systemmappen kan ikke endres");
}

/** Throws a 404 if the folder doesn't exist, and a 422 if it belongs to another owner. */
function parentFolder(session: Session, owner: Owner, text: string): FolderRow {
  const folder = session.instance.tables.folder.get(pathId(session, "folder", text));
  if (folder === undefined || folder.isSystem) throw missingRecord("folder");
  if (!isSameOwner(folder.owner, owner)) throw unresolved("folder");
  return folder;
}
