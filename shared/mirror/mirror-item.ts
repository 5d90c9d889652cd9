import * as z from "zod";
import { type EventType, type Subject, subject } from "../kernel/catalogue.ts";
import { defined } from "../kernel/defined.ts";
import { definedJson } from "../kernel/defined-json.ts";
import { detectedBy, fieldChange, owner, removalReason } from "../kernel/envelope.ts";
import { type JsonObject, jsonObject } from "../kernel/json.ts";
import { formerNames, parseStored } from "../kernel/parse.ts";
import type { Item, TableReader } from "../kernel/ports/table.ts";
import { recordKey } from "./mirror-key.ts";
import { storedForm, unpackedItem } from "./packed-json.ts";

/** One part of a change, which becomes one event. `key` is "" unless a change can have several facts of this type. */
export const fact = z.object({
  /** Not checked, because during a deployment, a later version may store a type that this version doesn't know. */
  type: z.custom<EventType>((type) => typeof type === "string"),
  key: z.string(),
  changes: z.array(fieldChange).optional(),
  /**
   * For documents: if the fact is about a placement, the placement's owner. For any other fact, the primary owner at
   * that time.
   */
  owner: owner.optional(),
  /** When this part of the change happened according to the source (ISO 8601), if the parts have different times. */
  timestamp: z.string().exactOptional(),
});
export type Fact = z.infer<typeof fact>;

export const changeLogEntry = z.object({
  seq: z.int(),
  /** When the rise of `seq` was recorded (unix ms, our clock); later than the `observedAt` of the previous entry. */
  observedAt: z.int(),
  /** When the change happened according to the source (ISO 8601); absent if the source doesn't say. */
  timestamp: z.string().optional(),
  detectedBy,
  facts: z.array(fact).min(1),
  baseline: z.literal(true).optional(),
  changesUnknown: z.literal(true).optional(),
  redacted: z.literal(true).optional(),
  reason: removalReason.optional(),
});
export type ChangeLogEntry = z.infer<typeof changeLogEntry>;

/**
 * If the record is too large for an item, `body` has only what fits. `omitted` then contains the digest of each omitted
 * field by the field's name, or is "all".
 */
export const storedBody = z.object({
  body: jsonObject,
  digest: z.string(),
  omitted: z.union([z.literal("all"), z.record(z.string(), z.string())]).optional(),
  /** The version of the rules that the digests of a cut body follow; absent means the first. */
  rules: z.int().optional(),
});
export type StoredBody = z.infer<typeof storedBody>;

/** How a record or document differs between its list and its read by id while one of them lags behind. */
export const disagreement = z.object({
  fields: z.array(z.string()),
  /** When the list and the read by id first differed (unix ms, our clock). */
  since: z.int(),
  /** When the record was last read by id (unix ms, our clock). */
  askedAt: z.int(),
});
export type Disagreement = z.infer<typeof disagreement>;

const formerName = formerNames({ told: "changeLog" });

/**
 * An item of the `mirror` table that events are made from. Records, documents, rooms and operational items (resource
 * `bridge`) have pk `instance#resource#shard` and sk `idInKey(id)`. Journal entries have pk
 * `instance#document_change#ownerType#idInKey(ownerId)` and sk `fingerprint#occurrence`. Folders have pk
 * `instance#folder#ownerType#idInKey(ownerId)` and sk `idInKey(id)`. An event exists only for an entry in `changeLog`.
 */
export const mirrorItem = z.preprocess(
  (stored) => unpackedItem(formerName(stored)),
  z.object({
    pk: z.string(),
    sk: z.string(),
    instance: z.string(),
    resource: subject,
    id: z.string(),
    seq: z.int(),
    state: z.enum(["live", "held", "unlisted", "deleted"]),
    /**
     * The time of the response that the item was made from, in unix ms of the server's clock. No observation lowers it.
     * For rooms and operational items, it comes from our clock.
     */
    asOf: z.int(),
    /** When `seq` last rose (unix ms, our clock). */
    observedAt: z.int(),
    firstSeenAt: z.int(),
    created: z.string().optional(),
    modified: z.string().optional(),
    lean: storedBody.optional(),
    full: storedBody.optional(),
    /** The last rises of `seq`, at most 8. */
    changeLog: z.array(changeLogEntry).max(8),
    /** For records and documents: present until the list and the read by id agree. */
    disagreement: disagreement.optional(),
    /**
     * First contact found the record unchanged since the instance was connected. Later changes don't remove this flag,
     * but a folder loses it if the journal says that the folder was added after the connection.
     */
    baseline: z.literal(true).optional(),
    /** For documents (the primary owner), folders and journal entries. */
    owner: owner.optional(),
    /** For documents: the ids of folders by `ownerType#ownerId`. "" is the top level, or no folder at all. */
    placements: z.record(z.string(), z.array(z.string())).optional(),
    /** For documents: content replacements up to this time (unix ms, the server's clock) count as published. */
    contentAt: z.int().optional(),
    /** When a document first returned 404, or a folder was first absent from its owner's list (unix ms, our clock). */
    missingAt: z.int().optional(),
    /** For documents and folders: the number of writes, including those that don't raise `seq`. */
    rev: z.int().optional(),
    /** Set by an erasure: what was published with a lower `seq` than this must be deleted (hazard 32). */
    forgetBelow: z.int().optional(),
    /** For operational items: the partner that the item concerns. */
    partner: z.string().optional(),
    expiresAt: z.int().optional(),
  }),
);
export type MirrorItem = z.infer<typeof mirrorItem>;

type Found = MirrorItem | undefined;

/** Finds the items of records, documents, rooms or operational events, in the order of `ids`. */
export async function findItems(
  mirror: TableReader,
  instance: string,
  resource: Subject,
  ids: readonly string[],
): Promise<readonly Found[]> {
  const items = await mirror.getAll(ids.map((id) => recordKey(instance, resource, id)));
  return items.map((item, at) => item && parseStored(mirrorItem, item, `mirror item ${resource} ${ids[at]}`));
}

export async function findItem(mirror: TableReader, instance: string, resource: Subject, id: string): Promise<Found> {
  const item = await mirror.get(recordKey(instance, resource, id));
  return item && parseStored(mirrorItem, item, `mirror item ${resource} ${id}`);
}

/** No events are made from placement rows, heartbeats or journal entries without bodies. */
export function hasChangeLog(item: Item): boolean {
  return (item["changeLog"] ?? item["told"]) !== undefined;
}

/**
 * The tick regularly rewrites the heartbeats of all shards. If the publish stage sees each new value, publishing works
 * (docs/architecture.md#when-broken-we-stop-reading).
 */
export const heartbeatItem = z.object({ pk: z.string(), sk: z.literal("beat"), beat: z.int() });

/**
 * Compresses long values, and removes undefined members, which no engine can store. Bodies aren't copied, because they
 * were parsed from JSON, which has no undefined members.
 */
export function storedItem({ lean, full, changeLog, ...around }: MirrorItem): Item {
  return {
    ...definedJson(around),
    ...{ pk: around.pk, sk: around.sk },
    ...defined({ lean: lean && packedBody(lean), full: full && packedBody(full) }),
    changeLog: changeLog.map(storedEntry),
  };
}

function packedBody({ body, digest, omitted, rules }: StoredBody): JsonObject {
  const { packed } = storedForm(body);
  const around = { digest, ...defined({ omitted, rules }) };
  return packed === undefined ? { body, ...around } : { packed, ...around };
}

function storedEntry({ facts, ...around }: ChangeLogEntry): JsonObject {
  return { ...definedJson(around), facts: facts.map(storedFact) };
}

function storedFact({ changes, ...around }: Fact): JsonObject {
  const fact = definedJson(around);
  if (changes === undefined) return fact;
  const { packed } = storedForm(changes);
  return packed === undefined ? { ...fact, changes: changes.map(definedJson) } : { ...fact, packed };
}
