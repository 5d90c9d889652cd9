import * as z from "zod";
import { endpoint, type SandboxHono } from "../http/endpoint.ts";
import { missingRecord, Problem } from "../http/problem.ts";
import type { FolderRow } from "../store/document-rows.ts";
import type { Instance } from "../store/instance.ts";
import { attachment } from "./document-endpoints.ts";
import { existingFolder } from "./folder-endpoints.ts";
import { ownerParameters } from "./owners.ts";
import { distinctName } from "./upload.ts";
import { type ZipEntry, zipChunks } from "./zip-stream.ts";

const deepest = 32;
const mostDocuments = 5000;

export function folderBundle(app: SandboxHono): void {
  endpoint(app, {
    method: "get",
    path: "/document/folder/{folderId}/content",
    tag: "Document folder",
    summary: "Download a folder as a zip file",
    query: z.object({ ...ownerParameters, recursive: z.enum(["true", "false"]).default("true") }),
    status: 200,
    answer: z.string(),
    answerType: "application/zip",
    errors: [400, 413],
    handle: ({ session, path, query }) => {
      const folder = existingFolder(session, query, path("folderId"));
      if (folder.isSystem) throw missingRecord("folder");
      const recursive = query.recursive === "true";
      const entries = bundleEntries(session.instance, folder, recursive);
      const name = `${folder.name} (${recursive ? "recursive" : "folder only"}).zip`;
      const headers = { "content-type": "application/zip", "content-disposition": attachment(name) };
      return { raw: new Response(ReadableStream.from(zipChunks(entries)), { headers }) };
    },
  });
}

/** Throws a 413 before the first byte if the tree is too deep or has too many documents. */
function bundleEntries(instance: Instance, root: FolderRow, recursive: boolean): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let documents = 0;
  const visit = (folder: FolderRow, prefix: string, level: number) => {
    if (level > deepest) throw tooLarge(`more than ${deepest} levels`, `mer enn ${deepest} nivåer`);
    const taken = new Set<string>();
    const uses = new Map<string, number>();
    const claim = (name: string) => {
      const wanted = entryName(name);
      const use = (uses.get(wanted) ?? 0) + 1;
      uses.set(wanted, use);
      const free = distinctName(wanted, taken, use);
      taken.add(free);
      return prefix + free;
    };
    for (const document of instance.tables.document.rowsOf("folder", folder.id)) {
      documents += 1;
      if (documents > mostDocuments) {
        throw tooLarge(`more than ${mostDocuments} documents`, `mer enn ${mostDocuments} dokumenter`);
      }
      entries.push({ name: claim(document.name), content: () => instance.blobs.get(document.blob) });
    }
    if (!recursive) return;
    for (const child of instance.tables.folder.rowsOf("parent", folder.id)) {
      const name = `${claim(child.name)}/`;
      entries.push({ name, content: () => Buffer.alloc(0) });
      visit(child, name, level + 1);
    }
  };
  visit(root, "", 1);
  return entries;
}

/** A slash in a name would become a folder, and `..` would leave the bundle when it is unpacked. */
function entryName(name: string): string {
  const flat = name.replaceAll(/[/\\]/g, "_");
  return flat === "." || flat === ".." ? flat.replaceAll(".", "_") : flat;
}

function tooLarge(en: string, no: string): Problem {
  return new Problem("bundle-too-large", { en: `the bundle has ${en}`, no: `pakken har ${no}` });
}
