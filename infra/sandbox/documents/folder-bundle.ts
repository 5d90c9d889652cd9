import { crc32 } from "node:zlib";
import * as z from "zod";
import { endpoint, type SandboxHono } from "../http/endpoint.ts";
import { missingRecord, Problem } from "../http/problem.ts";
import type { Instance } from "../store/instance.ts";
import type { FolderRow } from "../store/rows.ts";
import { attachment } from "./document-endpoints.ts";
import { existingFolder } from "./folder-endpoints.ts";
import { ownerParameters } from "./owners.ts";
import { distinctName } from "./upload.ts";

const deepest = 32;
const mostDocuments = 5000;

export function folderBundle(app: SandboxHono): void {
  endpoint(app, {
    method: "get",
    path: "/document/folder/{folderId}/content",
    summary: "Download a folder as a zip file",
    query: z.object({ ...ownerParameters, recursive: z.enum(["true", "false"]).default("true") }),
    answer: z.string(),
    answerType: "application/zip",
    errors: [413],
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
      entries.push({ name: claim(document.name), content: () => instance.database.content(document.blob) });
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

/** A slash in a name would create a folder, and `..` would lead out of the bundle when it is unpacked. */
function entryName(name: string): string {
  const flat = name.replaceAll(/[/\\]/g, "_");
  return flat === "." || flat === ".." ? flat.replaceAll(".", "_") : flat;
}

function tooLarge(en: string, no: string): Problem {
  return new Problem("bundle-too-large", `the bundle has ${en}`, `pakken har ${no}`);
}

interface ZipEntry {
  /** Has `/` between folders, and a trailing `/` for a directory. */
  readonly name: string;
  content(): Buffer;
}

const utf8Names = 0x0800;
const directoryAttribute = 0x10;
/** 1 January 1980, the format's epoch, so that bundles of the same content are identical. */
const dosDate = 0x21;

/** Yields a zip file of uncompressed entries, with one entry in memory at a time. */
function* zipChunks(entries: Iterable<ZipEntry>): Generator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = entry.content();
    const name = Buffer.from(entry.name);
    const fields = commonFields(name, content);
    const header = Buffer.concat([signature(0x04034b50), fields, name]);
    directory.push(Buffer.concat([signature(0x02014b50), uint16(20), fields, tail(entry.name, offset), name]));
    offset += header.length + content.length;
    yield header;
    yield content;
  }
  const size = directory.reduce((sum, record) => sum + record.length, 0);
  yield* directory;
  yield Buffer.concat([
    signature(0x06054b50),
    uint16(0, 0, directory.length, directory.length),
    uint32(size, offset),
    uint16(0),
  ]);
}

function commonFields(name: Buffer, content: Buffer): Buffer {
  return Buffer.concat([
    uint16(20, utf8Names, 0, 0, dosDate),
    uint32(crc32(content), content.length, content.length),
    uint16(name.length, 0),
  ]);
}

function tail(name: string, offset: number): Buffer {
  return Buffer.concat([uint16(0, 0, 0), uint32(name.endsWith("/") ? directoryAttribute : 0, offset)]);
}

const signature = (value: number): Buffer => uint32(value);

function uint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [place, value] of values.entries()) bytes.writeUInt16LE(value, place * 2);
  return bytes;
}

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32LE(value, place * 4);
  return bytes;
}
