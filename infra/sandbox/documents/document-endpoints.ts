import * as z from "zod";
import { endpoint, type SandboxHono } from "../http/endpoint.ts";
import { mergePatch, mergePatchSchema } from "../http/merge-patch.ts";
import { conflict, missingRecord, parsed } from "../http/problem.ts";
import { beginChange, pathId, referenceId, type Session } from "../http/session.ts";
import { actedBy } from "../resources/record-endpoints.ts";
import { resolve } from "../resources/references.ts";
import { instantField, requiredText, textField } from "../store/fields.ts";
import type { Write } from "../store/instance.ts";
import type { DocumentRow } from "../store/rows.ts";
import { deleteDocument, describeDocument, moveDocument, replaceContent } from "./document-operations.ts";
import { documentFull, fullDocument } from "./document-view.ts";
import { shortcutsOf } from "./folder-operations.ts";
import { isSameOwner } from "./folder-tree.ts";
import { findOwner, ownerParameters, referencedOwner, seesOwner } from "./owners.ts";
import { fileField, readBlob, uploadDocument, uploadFields } from "./upload.ts";

const onePath = "/document/{documentId}";
const metadataBody = z.object({ name: requiredText, description: textField });

export function documentEndpoints(app: SandboxHono): void {
  uploadEndpoint(app);
  endpoint(app, {
    method: "get",
    path: onePath,
    summary: "Read a document's metadata",
    answer: documentFull,
    handle: ({ session, path }) => ({ body: fullDocument(session.instance, existingDocument(session, path)) }),
  });
  endpoint(app, {
    method: "put",
    path: onePath,
    summary: "Replace a document's metadata",
    body: metadataBody,
    answer: documentFull,
    handle: ({ session, path, body }) =>
      change(session, path, (write, row) => describeDocument(session.instance, write, row, body)),
  });
  endpoint(app, {
    method: "patch",
    path: onePath,
    summary: "Patch a document's metadata",
    body: mergePatchSchema,
    answer: documentFull,
    errors: [415],
    handle: ({ session, path, body }) =>
      change(session, path, (write, row) => {
        const { name, description } = row;
        const merged = mergePatch({ name, ...(description !== undefined && { description }) }, body);
        return describeDocument(session.instance, write, row, parsed(metadataBody, merged));
      }),
  });
  contentEndpoints(app);
  moveEndpoint(app);
  endpoint(app, {
    method: "delete",
    path: onePath,
    summary: "Delete a document with its placements",
    query: z.object({ acknowledgeCascade: z.enum(["true", "false"]).default("false") }),
    status: 204,
    errors: [409],
    handle: async ({ session, path, query }) => {
      const { write, row } = await beginChange(session, () => existingDocument(session, path));
      const shortcuts = shortcutsOf(row).length;
      if (shortcuts > 0 && query.acknowledgeCascade === "false") {
        throw conflict(
          `the deletion would remove ${shortcuts} shortcut placements; acknowledgeCascade is required`,
          `slettingen ville fjerne ${shortcuts} snarveier; acknowledgeCascade kreves`,
        );
      }
      deleteDocument(session.instance, write, row);
      return {};
    },
  });
}

function uploadEndpoint(app: SandboxHono): void {
  endpoint(app, {
    method: "post",
    path: "/document",
    summary: "Upload a document",
    body: z.object({ ...uploadFields, created: instantField }),
    form: true,
    status: 201,
    answer: documentFull,
    errors: [422],
    handle: async ({ session, body }) => {
      const { instance } = session;
      const blob = await readBlob(body.file);
      const owner = referencedOwner(session, body);
      const createdBy = resolve(instance, "person", "createdBy", body);
      const write = await instance.beginWrite(session.actorId);
      const inOwner = (id: number) => {
        const folder = instance.tables.folder.get(id);
        return folder !== undefined && !folder.isSystem && isSameOwner(folder.owner, owner);
      };
      const row = uploadDocument(instance, write, {
        ...blob,
        owner,
        name: body.name ?? body.file.name,
        description: body.description,
        folderId:
          body.folderId === undefined ? undefined : referenceId(instance, "folder", "folderId", body.folderId, inOwner),
        onConflict: body.onConflict,
        created: body.created,
        createdBy,
      });
      const location = `/document/${instance.ids.mask("document", row.id)}`;
      return { body: { ...fullDocument(instance, row), ...actedBy(session) }, location };
    },
  });
}

function contentEndpoints(app: SandboxHono): void {
  const path = `${onePath}/content`;
  endpoint(app, {
    method: "get",
    path,
    summary: "Download a document",
    answer: z.string(),
    answerType: "*/*",
    handle: ({ session, path: parameter }) => {
      const row = existingDocument(session, parameter);
      const headers = {
        "content-type": row.mimeType ?? "application/octet-stream",
        "content-disposition": attachment(row.name),
        "content-length": String(row.size),
      };
      return { raw: new Response(new Uint8Array(session.instance.database.content(row.blob)), { headers }) };
    },
  });
  endpoint(app, {
    method: "put",
    path,
    summary: "Replace a document's content",
    body: z.object({ file: fileField }),
    form: true,
    answer: documentFull,
    handle: async ({ session, path: parameter, body }) => {
      const blob = await readBlob(body.file);
      return change(session, parameter, (write, row) => replaceContent(session.instance, write, row, blob));
    },
  });
}

function moveEndpoint(app: SandboxHono): void {
  endpoint(app, {
    method: "put",
    path: `${onePath}/folder`,
    summary: "Move a document within its owner's folders",
    query: z.object(ownerParameters),
    body: z.object({ folderId: z.string().nullable() }),
    answer: documentFull,
    errors: [409, 422],
    handle: ({ session, path, query, body }) =>
      change(session, path, (write, row) => {
        const owner = findOwner(session, query.entityType, query.entityId);
        if (owner === undefined) throw missingRecord("entityId");
        const folderId = body.folderId === null ? null : pathId(session, "folder", body.folderId);
        const folder = folderId === null ? undefined : session.instance.tables.folder.get(folderId);
        if (folderId !== null && (folder === undefined || folder.isSystem || !isSameOwner(folder.owner, owner))) {
          throw missingRecord("folder");
        }
        if (!isOwnerOf(row, owner)) throw missingRecord("document");
        return moveDocument(session.instance, write, row, owner, folderId);
      }),
  });
}

function isOwnerOf(row: DocumentRow, owner: DocumentRow["owner"]): boolean {
  return isSameOwner(row.owner, owner) || row.placements.some((placement) => isSameOwner(placement.owner, owner));
}

export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function existingDocument(session: Session, path: (name: string) => string): DocumentRow {
  const row = session.instance.tables.document.get(pathId(session, "document", path("documentId")));
  if (row === undefined || !seesOwner(session, row.owner)) throw missingRecord("document");
  return row;
}

type Change = (write: Write, row: DocumentRow) => DocumentRow;

async function change(session: Session, path: (name: string) => string, apply: Change) {
  const { write, row } = await beginChange(session, () => existingDocument(session, path));
  return { body: { ...fullDocument(session.instance, apply(write, row)), ...actedBy(session) } };
}
