import type { Subject } from "../kernel/catalogue.ts";
import type { Owner } from "../kernel/envelope.ts";
import { bucketOf, idInKey } from "../kernel/hash.ts";
import type { Key } from "../kernel/ports/table.ts";

/** The number of partitions for an instance's items of one resource (see `recordKey`). */
export const mirrorShards = 16;

export function shardPartition(instance: string, resource: Subject, shard: number): string {
  return `${instance}#${resource}#${shard}`;
}

/** The key of a record, a document, a room or an operational item. */
export function recordKey(instance: string, resource: Subject, id: string): Key {
  return { pk: shardPartition(instance, resource, bucketOf(id, mirrorShards)), sk: idInKey(id) };
}

export function journalPartition(instance: string, owner: Owner): string {
  return `${instance}#document_change#${owner.type}#${idInKey(owner.id)}`;
}

/** The sort key of a folder is `idInKey` of its id. */
export function folderPartition(instance: string, owner: Owner): string {
  return `${instance}#folder#${owner.type}#${idInKey(owner.id)}`;
}

/** Rows with sk `<documentId>#<folderId>`, both as `idInKey`. No events are made from these rows. */
export function placementsPartition(instance: string, owner: Owner): string {
  return `${instance}#placements#${owner.type}#${idInKey(owner.id)}`;
}

/** Occurrences are zero-padded, so a fingerprint's highest occurrence has the last key with its prefix. */
export function journalSortKey(fingerprint: string, occurrence: number): string {
  return `${fingerprint}#${String(occurrence).padStart(12, "0")}`;
}
