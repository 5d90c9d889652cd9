import * as z from "zod";
import { illegal } from "../http/problem.ts";
import type { Instance, Write } from "../store/instance.ts";
import type { DocumentRow, Owner } from "../store/rows.ts";
import { commitDocuments } from "./document-changes.ts";
import { type Blob, replaceContent } from "./document-operations.ts";
import { isPlacedIn } from "./folder-tree.ts";
import { ownerParameters } from "./owners.ts";

/** An empty part of a form counts as absent. */
const part = z
  .string()
  .optional()
  .transform((text) => (text === "" ? undefined : text));

export const fileField = z.instanceof(File, { error: "is missing" }).meta({ type: "string", format: "binary" });

export const uploadFields = {
  file: fileField,
  ...ownerParameters,
  folderId: part,
  onConflict: z.enum(["skip", "replace", "keepAll"]).default("replace"),
  name: part,
  description: part,
  createdBy: part,
};

export async function readBlob(file: File): Promise<Blob> {
  if (file.size === 0) throw illegal("file", "is empty", "er tom");
  return { content: Buffer.from(await file.arrayBuffer()), mimeType: file.type === "" ? undefined : file.type };
}

export interface Upload extends Blob {
  readonly name: string;
  readonly description?: string | undefined;
  readonly owner: Owner;
  /** Undefined if the document is attached to the owner without being archived in a folder. */
  readonly folderId: number | undefined;
  readonly onConflict: "skip" | "replace" | "keepAll";
  readonly created?: number | undefined;
  readonly createdBy?: number | undefined;
}

export function uploadDocument(instance: Instance, write: Write, upload: Upload): DocumentRow {
  const sameName = documentsIn(instance, upload).find((document) => document.name === upload.name);
  if (sameName === undefined) return createDocument(instance, write, upload, upload.name);
  switch (upload.onConflict) {
    case "skip":
      return sameName;
    case "replace":
      return replaceContent(instance, write, sameName, upload);
    case "keepAll":
      return createDocument(instance, write, upload, freeName(instance, upload));
  }
}

function createDocument(instance: Instance, write: Write, upload: Upload, name: string): DocumentRow {
  const { owner, folderId, content, mimeType, description } = upload;
  const row: DocumentRow = {
    id: write.ticket,
    lastWrite: write.ticket,
    created: upload.created ?? write.at,
    createdBy: upload.createdBy ?? write.actorId,
    name,
    description,
    mimeType,
    size: content.length,
    blob: instance.database.store(content),
    owner,
    placements: folderId === undefined ? [] : [{ owner, folderId, isPrimary: true }],
  };
  commitDocuments(instance, write, (changes) => {
    changes.put(row, "create");
    // A backdated creation also sets the event's change time, but not its position in the feed.
    changes.recordPlaced(row, { operation: "DOCUMENT_INSERT", changed: row.created });
  });
  return row;
}

function documentsIn(instance: Instance, { owner, folderId }: Upload): DocumentRow[] {
  if (folderId === undefined) return [];
  const documents = instance.tables.document.rowsOf("folder", folderId);
  return documents.filter((row) => row.placements.some((placement) => isPlacedIn(placement, owner)));
}

/** `report.pdf` becomes `report (2).pdf`. */
function freeName(instance: Instance, upload: Upload): string {
  const taken = new Set(documentsIn(instance, upload).map((document) => document.name));
  return distinctName(upload.name, taken);
}

/** `from` skips numbers that are taken. Without it, each of thousands of equal names would try all numbers from 2. */
export function distinctName(name: string, taken: ReadonlySet<string>, from = 2): string {
  if (!taken.has(name)) return name;
  const dot = name.lastIndexOf(".");
  const [stem, suffix] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  for (let number = from; ; number += 1) {
    const candidate = `${stem} (${number})${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}
