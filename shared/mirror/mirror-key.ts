import type { Subject } from "../kernel/catalogue.ts";
import type { Owner } from "../kernel/envelope.ts";
import { bucketOf } from "../kernel/hash.ts";
import { idInKey } from "../kernel/id-in-key.ts";
import type { Key } from "../kernel/ports/table.ts";

/** Records of one resource and the operational items of one instance spread over this many partitions. */
export const mirrorShards = 16;

export function shardPartition(instance: string, resource: Subject, shard: number): string {
  return `${instance}#${resource}#${shard}`;
}

/** Where a record, a template or an operational item stands. */
export function recordKey(instance: string, resource: Subject, id: string): Key {
  return { pk: shardPartition(instance, resource, bucketOf(id, mirrorShards)), sk: idInKey(id) };
}

export function journalPartition(instance: string, owner: Owner): string {
  return `${instance}#document_change#${owner.type}#${idInKey(owner.id)}`;
}

/** The folders of one owner, by `idInKey`. */
export function folderPartition(instance: string, owner: Owner): string {
  return `${instance}#folder#${owner.type}#${idInKey(owner.id)}`;
}

/** Which documents stand under an owner: rows of `<documentId>#<folderId>`, both as `idInKey`, which make no events. */
export function placementsPartition(instance: string, owner: Owner): string {
  return `${instance}#placements#${owner.type}#${idInKey(owner.id)}`;
}

/** Occurrences are padded so that the highest one of a fingerprint is the last of its prefix. */
export function journalSortKey(fingerprint: string, occurrence: number): string {
  return `${fingerprint}#${String(occurrence).padStart(12, "0")}`;
}
