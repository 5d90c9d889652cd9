import * as z from "zod";
import { eventType, type RecordResource, type Subject, subject } from "./catalogue.ts";
import { json, jsonObject } from "./json.ts";

/** What found a change: the kind of reading, or a hint. */
export const detectedBy = z.enum(["timeline", "sweep", "walk", "journal", "snapshot", "templates", "scrub", "hint"]);
export type DetectedBy = z.infer<typeof detectedBy>;

/** The owners of documents (docs/partner-api.md#document-owners, docs/partner-api.md#rooms). */
export const ownerType = z.enum(["Company", "Person", "Project", "Room"]);
export type OwnerType = z.infer<typeof ownerType>;
/** Other owners, which the source can treat as a `Project` (docs/partner-api.md#projects-are-flat). */
export const subOwner = z.enum(["activity", "phase"]);
export type SubOwner = z.infer<typeof subOwner>;

/** With `subOwner`, `id` belongs to an activity or a phase, which the source treats as a `Project`. */
export const owner = z.object({ type: ownerType, id: z.string(), subOwner: subOwner.optional() });
export type Owner = z.infer<typeof owner>;

/** `field` joins names with dots. If a name contains a dot, `pointer` (RFC 6901) identifies the field. */
export const fieldChange = z.object({
  field: z.string(),
  pointer: z.string().optional(),
  from: json.optional(),
  /**
   * The previous value is too long for the event. Without this flag, a change with only `to` adds the field, unless the
   * event is `redacted`.
   */
  fromOmitted: z.literal(true).optional(),
  to: json.optional(),
});
export type FieldChange = z.infer<typeof fieldChange>;

/** With `not_found_or_no_access`, the record is gone or no longer visible; the source doesn't say which (hazard 27). */
export const removalReason = z.enum(["not_found_or_no_access", "cascade", "journal"]);
export type RemovalReason = z.infer<typeof removalReason>;

/**
 * The body of a webhook and the `detail` on the bus. `subject.seq` rises by one with each change of the record, so a
 * consumer can discard an event if it has one of the same record with a higher `seq`. `part` orders the events of one
 * change.
 */
export const envelope = z.object({
  id: z.string(),
  type: eventType,
  /** When the change happened according to the source, or `detectedAt` if the source doesn't say. */
  timestamp: z.string(),
  timestampFrom: z.enum(["source", "detected"]),
  detectedAt: z.string(),
  instance: z.string(),
  subject: z.object({ type: subject, id: z.string(), seq: z.int(), part: z.int() }),
  data: jsonObject.optional(),
  /** Set if `data`, or a journal entry's long fields, were left out because the event would exceed 256 KB. */
  truncated: z.literal(true).optional(),
  /** The fields that are missing from `data` in a truncated journal entry. */
  omitted: z.array(z.string()).optional(),
  changes: z.array(fieldChange).optional(),
  /** The bridge read the record, or its full form, for the first time, or no longer has the changed values. */
  changesUnknown: z.literal(true).optional(),
  /** Previous values were withheld because of an erasure. */
  redacted: z.literal(true).optional(),
  reason: removalReason.optional(),
  detectedBy,
  baseline: z.literal(true).optional(),
  owner: owner.optional(),
  /** The partner that an operational event concerns. No other partner gets the event. */
  partner: z.string().optional(),
  /** The event is an example, posted on request. No change happened, and no table stores the event. */
  example: z.literal(true).optional(),
});
export type Envelope = z.infer<typeof envelope>;

const resources: { readonly [type in Owner["type"]]: RecordResource | undefined } = {
  Company: "company",
  Person: "person",
  Project: "project",
  Room: undefined,
};

/** The resource of an owner. Rooms and phases have none: no list shows them, and they can't be read by id. */
export function resourceOfOwner({ type, subOwner }: Owner): RecordResource | undefined {
  if (subOwner === undefined) return resources[type];
  return subOwner === "activity" ? "activity" : undefined;
}

export function ownerTypeOf(resource: Subject): Owner["type"] | undefined {
  return ownerType.options.find((type) => resources[type] === resource);
}
