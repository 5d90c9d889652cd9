import * as z from "zod";
import { type EventType, subject } from "../kernel/catalogue.ts";
import { detectedBy, fieldChange, owner, removalReason } from "../kernel/envelope.ts";
import { formerNames } from "../kernel/former-names.ts";
import { jsonObject } from "../kernel/json.ts";
import type { Item } from "../kernel/ports/table.ts";
import { unpackedItem } from "./packed-json.ts";

/** One thing that a change came to; becomes one event. `key` is "" unless the change has several facts of this type. */
export const fact = z.object({
  /** Not checked against the catalogue: during a deployment, a later version may have stored a type that this one lacks. */
  type: z.custom<EventType>((type) => typeof type === "string"),
  key: z.string(),
  changes: z.array(fieldChange).optional(),
  /** Documents have it: the owner of the placement that changed, or else the primary owner at that time. */
  owner: owner.optional(),
  /** When this part of the change happened as the source says (ISO 8601), where the parts have different times. */
  timestamp: z.string().exactOptional(),
});
export type Fact = z.infer<typeof fact>;

/** One rise of `seq`: all that its events need besides the record itself. */
export const changeLogEntry = z.object({
  seq: z.int(),
  /** Unix ms, our clock; at least 1 above the entry before. */
  observedAt: z.int(),
  /** When it happened as the source says (ISO 8601); absent where the source says nothing. */
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
 * A body and what names its content. If no item can hold the record, the body has only what fits, and `omitted` has the
 * digest of each field that is left out, by name, or says that all are.
 */
export const projection = z.object({
  body: jsonObject,
  digest: z.string(),
  omitted: z.union([z.literal("all"), z.record(z.string(), z.string())]).optional(),
  /** By which rules the digests of a cut body were made; absent: the first. */
  rules: z.int().optional(),
});
export type Projection = z.infer<typeof projection>;

/** Of a record whose list shows other values than its read by id, since one of them lags behind. */
export const disagreement = z.object({
  /** The fields in which they differ. */
  fields: z.array(z.string()),
  /** Unix ms, our clock: when they first differed, and when the record was last asked for by id. */
  since: z.int(),
  askedAt: z.int(),
});
export type Disagreement = z.infer<typeof disagreement>;

const formerName = formerNames({ told: "changeLog" });

/**
 * Every mirror item that makes events: records (`mirror` table, pk `instance#resource#shard`, sk `idInKey(id)`), journal entries
 * (pk `instance#document_change#ownerType#ownerId`, sk `fingerprint#occurrence`), folders (pk
 * `instance#folder#ownerType#ownerId`, sk `idInKey(id)`) and operational items of resource `bridge`. Events are made
 * from `changeLog` and from nothing else.
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
    /** Unix ms of the server's clock when the answer that it came from was true; no write lowers it. */
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
    /** Records have it until their list and their read by id agree. */
    disagreement: disagreement.optional(),
    /** Became known by first contact. */
    baseline: z.literal(true).optional(),
    /** Of documents (their primary owner), folders and journal entries. */
    owner: owner.optional(),
    /** Documents have it: for each `ownerType#ownerId`, the folders they stand in; "" is the top level, or no folder at all. */
    placements: z.record(z.string(), z.array(z.string())).optional(),
    /** Documents have it: content replacements up to here (unix ms, the server's clock) are recorded. */
    contentAt: z.int().optional(),
    /** Documents and folders have it: the first 404 in the proof that it is gone (unix ms, our clock). */
    missingAt: z.int().optional(),
    /** Documents and folders have it: counts the writes, also those that leave `seq` as it is. */
    rev: z.int().optional(),
    /** What was published below this `seq` is to be deleted: the record was erased (hazard 32). */
    forgetBelow: z.int().optional(),
    /** Operational items: whom it concerns. */
    partner: z.string().optional(),
    expiresAt: z.int().optional(),
  }),
);
export type MirrorItem = z.infer<typeof mirrorItem>;

/**
 * Whether a stored item can make events: the `mirror` table holds others too (placements, heartbeats, journal entries
 * whose bodies were dropped), which make none.
 */
export function hasChangeLog(item: Item): boolean {
  return (item["changeLog"] ?? item["told"]) !== undefined;
}

/**
 * Heartbeats prove that publishing works (docs/architecture.md#when-broken-we-stop-reading): a mirror item without
 * events, one per shard and round.
 */
export const heartbeatItem = z.object({ pk: z.string(), sk: z.literal("beat"), beat: z.int() });
