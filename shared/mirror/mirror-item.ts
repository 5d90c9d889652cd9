import * as z from "zod";
import { type EventType, subject } from "../kernel/catalogue.ts";
import { detectedBy, fieldChange, owner, removalReason } from "../kernel/envelope.ts";
import { formerNames } from "../kernel/former-names.ts";
import { jsonObject } from "../kernel/json.ts";
import type { Item } from "../kernel/ports/table.ts";
import { unpackedItem } from "./packed-json.ts";

/**
 * One thing that a change says, which becomes one event. `key` is "" unless the change has several facts of this type.
 */
export const fact = z.object({
  /**
   * Not checked against the catalogue: during a deployment, a later version may have stored a type that this version
   * lacks.
   */
  type: z.custom<EventType>((type) => typeof type === "string"),
  key: z.string(),
  changes: z.array(fieldChange).optional(),
  /** For documents: the owner of the placement that changed, or else the primary owner at that time. */
  owner: owner.optional(),
  /** When this part of the change happened according to the source (ISO 8601), if the parts have different times. */
  timestamp: z.string().exactOptional(),
});
export type Fact = z.infer<typeof fact>;

/** One rise of `seq`, with everything that its events need besides the record. */
export const changeLogEntry = z.object({
  seq: z.int(),
  /** Unix ms, our clock; greater than that of the entry before. */
  observedAt: z.int(),
  /** When it happened according to the source (ISO 8601); absent if the source doesn't say. */
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
 * A body and the digest of its content. If the record is too large for an item, the body has only what fits. `omitted`
 * then has the digest of each omitted field by its name, or is "all".
 */
export const projection = z.object({
  body: jsonObject,
  digest: z.string(),
  omitted: z.union([z.literal("all"), z.record(z.string(), z.string())]).optional(),
  /** The version of the rules that the digests of a cut body follow; absent means the first. */
  rules: z.int().optional(),
});
export type Projection = z.infer<typeof projection>;

/** For a record whose list and read by id show different values, because one of them lags behind. */
export const disagreement = z.object({
  /** The fields that differ. */
  fields: z.array(z.string()),
  /** Unix ms, our clock: when they first differed, and when the record was last read by id. */
  since: z.int(),
  askedAt: z.int(),
});
export type Disagreement = z.infer<typeof disagreement>;

const formerName = formerNames({ told: "changeLog" });

/**
 * Every mirror item that makes events: records (`mirror` table, pk `instance#resource#shard`, sk `idInKey(id)`),
 * journal entries (pk `instance#document_change#ownerType#ownerId`, sk `fingerprint#occurrence`), folders (pk
 * `instance#folder#ownerType#ownerId`, sk `idInKey(id)`) and operational items of resource `bridge`. Events are made
 * from `changeLog` alone.
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
    /** Unix ms of the server's clock: the time of the answer that the item was made from. No write lowers it. */
    asOf: z.int(),
    /** Unix ms, our clock. */
    observedAt: z.int(),
    firstSeenAt: z.int(),
    created: z.string().optional(),
    modified: z.string().optional(),
    lean: projection.optional(),
    full: projection.optional(),
    /** The last 8 rises of `seq`. */
    changeLog: z.array(changeLogEntry).max(8),
    /** For records: present until the list and the read by id agree. */
    disagreement: disagreement.optional(),
    /** First contact found it, unchanged since the connection. */
    baseline: z.literal(true).optional(),
    /** For documents (the primary owner), folders and journal entries. */
    owner: owner.optional(),
    /**
     * For documents: for each `ownerType#ownerId`, the folders that hold the document. "" is the top level, or no
     * folder at all.
     */
    placements: z.record(z.string(), z.array(z.string())).optional(),
    /** For documents: content replacements up to this time (unix ms, the server's clock) are recorded. */
    contentAt: z.int().optional(),
    /** For documents and folders: the first 404 of the proof that it is gone (unix ms, our clock). */
    missingAt: z.int().optional(),
    /** For documents and folders: the number of writes, including those that don't raise `seq`. */
    rev: z.int().optional(),
    /** The record was erased, so what was published below this `seq` must be deleted (hazard 32). */
    forgetBelow: z.int().optional(),
    /** For operational items: the partner whom it concerns. */
    partner: z.string().optional(),
    expiresAt: z.int().optional(),
  }),
);
export type MirrorItem = z.infer<typeof mirrorItem>;

/**
 * Whether a stored item can make events. The `mirror` table also holds items that make none: placements, heartbeats,
 * and journal entries whose bodies were dropped.
 */
export function hasChangeLog(item: Item): boolean {
  return (item["changeLog"] ?? item["told"]) !== undefined;
}

/**
 * A heartbeat: a mirror item without an event, one per shard and round, which proves that publishing works
 * (docs/architecture.md#when-broken-we-stop-reading).
 */
export const heartbeatItem = z.object({ pk: z.string(), sk: z.literal("beat"), beat: z.int() });
