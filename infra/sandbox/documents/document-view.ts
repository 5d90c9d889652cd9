import * as z from "zod";
import { masked, time } from "../resources/reference-views.ts";
import type { DocumentRow, Owner } from "../store/document-rows.ts";
import { ownerTypes } from "../store/document-rows.ts";
import type { Instance, Transaction } from "../store/instance.ts";
import { isPlacedIn } from "./folder-tree.ts";
import { maskedOwner } from "./owners.ts";

const text = z.string().optional();

export const documentLean = z.object({
  id: z.string(),
  name: z.string(),
  description: text,
  mimeType: text,
  size: z.number().int(),
  entityType: z.enum(ownerTypes),
  entityId: z.string(),
  /** The folder in which the list's owner has it: null at the root level, absent if it isn't archived in a folder. */
  folderId: z.string().nullish(),
  created: z.string(),
  createdBy: text,
  modified: text,
  modifiedBy: text,
});

export const documentFull = documentLean.extend({
  placements: z.array(
    z.object({
      entityType: z.string(),
      entityId: z.string(),
      folderId: z.string().nullable(),
      isPrimary: z.boolean(),
    }),
  ),
  actedBy: text,
});

export function leanDocument(instance: Instance, row: DocumentRow, listOwner: Owner = row.owner) {
  const placement = row.placements.find((candidate) => isPlacedIn(candidate, listOwner));
  return {
    id: instance.ids.mask("document", row.id),
    name: row.name,
    description: row.description,
    mimeType: row.mimeType,
    size: row.size,
    ...maskedOwner(instance, row.owner),
    folderId: placement && maskedFolder(instance, placement.folderId),
    created: time(row.created),
    createdBy: masked(instance, "person", row.createdBy),
    modified: time(row.modified),
    modifiedBy: masked(instance, "person", row.modifiedBy),
  };
}

export function fullDocument(instance: Instance, row: DocumentRow) {
  return {
    ...leanDocument(instance, row),
    placements: row.placements.map(({ owner, folderId, isPrimary }) => ({
      ...maskedOwner(instance, owner),
      folderId: maskedFolder(instance, folderId),
      isPrimary,
    })),
  };
}

function maskedFolder(instance: Instance, folderId: number | null): string | null {
  return folderId === null ? null : instance.ids.mask("folder", folderId);
}

export function recordDocument(
  transaction: Transaction,
  instance: Instance,
  row: DocumentRow,
  operation: "create" | "update",
): void {
  transaction.record({
    resource: "document",
    operation,
    id: instance.ids.mask("document", row.id),
    owner: maskedOwner(instance, row.owner),
    body: fullDocument(instance, row),
  });
}

export function recordRemovedDocument(transaction: Transaction, instance: Instance, row: DocumentRow): void {
  const id = instance.ids.mask("document", row.id);
  transaction.record({ resource: "document", operation: "delete", id, owner: maskedOwner(instance, row.owner) });
}
