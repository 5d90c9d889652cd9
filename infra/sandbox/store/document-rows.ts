import * as z from "zod";

const id = z.number().int().nonnegative();

export const ownerTypes = ["Company", "Person", "Project"] as const;
export const feedOwnerTypes = [...ownerTypes, "Room"] as const;
/** Other records that the interface treats as a `Project` if the settings say so. */
export const subOwnerTypes = ["Activity", "Phase"] as const;
const ownerSchema = z.object({ type: z.enum([...feedOwnerTypes, ...subOwnerTypes]), id });
/** A record that documents and folders belong to. */
export type Owner = z.infer<typeof ownerSchema>;

export const ownerKey = (owner: Owner): string => `${owner.type}#${owner.id}`;

/** `folderId` is null at the owner's root level. A placement that isn't primary is a shortcut. */
const placementSchema = z.object({ owner: ownerSchema, folderId: id.nullable(), isPrimary: z.boolean() });
export type Placement = z.infer<typeof placementSchema>;

/** Without a primary placement, a document is attached to its owner but not archived in a folder. */
export const documentRow = z.object({
  id,
  lastWrite: id,
  created: z.number().int(),
  createdBy: id.optional(),
  modified: z.number().int().optional(),
  modifiedBy: id.optional(),
  name: z.string(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  size: z.number().int(),
  /** The SHA-256 of the content, which is the name of its blob. */
  blob: z.string(),
  owner: ownerSchema,
  placements: z.array(placementSchema),
});
export type DocumentRow = z.infer<typeof documentRow>;

export const folderRow = z.object({
  id,
  owner: ownerSchema,
  name: z.string(),
  parentId: id.nullable(),
  /** The owner's internal folder, which is never listed or changed through the interface. */
  isSystem: z.boolean().optional(),
});
export type FolderRow = z.infer<typeof folderRow>;

export const documentChangeRow = z.object({
  id,
  owner: ownerSchema,
  operation: z.enum([
    "DOCUMENT_INSERT",
    "DOCUMENT_UPDATE",
    "DOCUMENT_DELETE",
    "FOLDER_INSERT",
    "FOLDER_UPDATE",
    "FOLDER_DELETE",
  ]),
  changedField: z.string().optional(),
  changed: z.number().int(),
  changedBy: id.optional(),
  documentId: id.optional(),
  previousFileName: z.string().optional(),
  fileName: z.string().optional(),
  size: z.number().int().optional(),
  previousFolderPath: z.array(z.string()).optional(),
  folderPath: z.array(z.string()).optional(),
});
export type DocumentChangeRow = z.infer<typeof documentChangeRow>;

export const roomRow = z.object({
  id,
  name: z.string(),
  ownerPersonId: id,
  memberIds: z.array(id),
  expires: z.number().int().optional(),
});
export type RoomRow = z.infer<typeof roomRow>;

export const credentialRow = z.object({
  id,
  label: z.string(),
  clientId: z.string(),
  secretHash: z.string(),
  accessLevel: z.enum(["READ_ONLY", "READ_WRITE"]),
  /** The person that tokens act as. */
  actorId: id,
  /** The acting user of an on-behalf credential. */
  actedById: id.optional(),
  created: z.number().int(),
  createdBy: id,
  lastUsed: z.number().int().optional(),
  revoked: z.object({ at: z.number().int(), by: id }).optional(),
});
export type CredentialRow = z.infer<typeof credentialRow>;
