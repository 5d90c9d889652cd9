import * as z from "zod";
import { stamps } from "../resources/reference-views.ts";
import type { Instance } from "../store/instance.ts";
import { type DocumentRow, type Owner, ownerTypes } from "../store/rows.ts";
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
  /** Null at the root level of the list's owner; absent if the document isn't archived in a folder. */
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
  const { name, description, mimeType, size } = row;
  const placement = row.placements.find((candidate) => isPlacedIn(candidate, listOwner));
  return {
    ...{ id: instance.ids.mask("document", row.id), name, description, mimeType, size },
    ...maskedOwner(instance, row.owner),
    folderId: placement && maskedFolder(instance, placement.folderId),
    ...stamps(instance, row),
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
