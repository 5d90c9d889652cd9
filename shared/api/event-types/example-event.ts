import type { EventType } from "../../kernel/catalogue.ts";
import { defined } from "../../kernel/defined.ts";
import type { Envelope, FieldChange } from "../../kernel/envelope.ts";
import { eventId } from "../../kernel/event-id.ts";
import { isoTime } from "../../kernel/instant.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { OperationalPayload, OperationalType } from "../../kernel/operational-payloads.ts";
import { isOwned, subjectOfType } from "./event-schema.ts";
import { exampleOwner, recordData } from "./record-data.ts";

const documented = { at: Date.UTC(2026, 10, 21, 9, 12, 40, 112), instance: "acme", nonce: "" };

/**
 * `at` (unix ms) is the detection time; the source's time in `data` doesn't depend on `at`. `nonce` makes the id
 * unique.
 */
export function exampleEvent(
  type: EventType,
  { at, instance, nonce }: { readonly at: number; readonly instance: string; readonly nonce: string } = documented,
): Envelope {
  const about = subjectOfType(type);
  const verb = type.slice(about.length + 1);
  const changes = exampleChanges[type];
  const data = dataOf(type, changes ?? []);
  const recordId = about === "bridge" ? "example" : idOf(data);
  const identity = { instance, resource: about, owner: "", recordId, seq: 2, type, factKey: nonce };
  const detectedAt = isoTime(at);
  const hasOwner = isOwned(about);
  const isTimed = !hasOwner && about !== "bridge" && about !== "room" && !about.endsWith("_template");
  return {
    id: eventId(at, identity),
    type,
    timestamp: isTimed ? isoTime(at - 6_631) : detectedAt,
    timestampFrom: isTimed ? "source" : "detected",
    detectedAt,
    instance,
    subject: { type: about, id: recordId, seq: verb === "created" ? 1_795_321_575 : 1_795_321_576, part: 1 },
    data,
    ...defined({ changes: changes && [...changes] }),
    ...(verb === "removed" ? { reason: hasOwner ? ("journal" as const) : ("not_found_or_no_access" as const) } : {}),
    detectedBy: isTimed ? "timeline" : hasOwner ? "journal" : about.endsWith("_template") ? "templates" : "hint",
    ...(hasOwner ? { owner: exampleOwner } : {}),
  };
}

function dataOf(type: EventType, changes: readonly FieldChange[]): JsonObject {
  if (isPayload(type)) return { ...examplePayloads[type] };
  const about = subjectOfType(type);
  if (about === "bridge") throw new Error(`${type} has no payload`);
  const record = recordData[about].example;
  const changed = changes.flatMap(({ field, to }) =>
    to !== undefined && Object.hasOwn(record, field) ? [[field, to] as const] : [],
  );
  return { ...record, ...Object.fromEntries(changed) };
}

function isPayload(type: EventType): type is keyof typeof examplePayloads {
  return Object.hasOwn(examplePayloads, type);
}

function idOf({ id, documentId }: JsonObject): string {
  if (typeof id === "string") return id;
  return typeof documentId === "string" ? `Company:lN-Uht7j2Vk:${documentId}:0` : "f0Xq1ZbC2dE";
}

const closed: readonly FieldChange[] = [{ field: "isActive", from: true, to: false }];
const reopened: readonly FieldChange[] = [{ field: "isActive", from: false, to: true }];
const inProgress = { id: "edqEx7ZInhc", name: "In progress" };
const done = { id: "sR2p8uYl0Qc", name: "Closed" };

/** The `to` of a top-level field equals its value in `data`. */
const exampleChanges: { readonly [type in EventType]?: readonly FieldChange[] } = {
  "person.updated": [{ field: "jobTitle", from: "Case handler", to: "Controller" }],
  "company.updated": [{ field: "mainPhone", from: "+47 22000001", to: "+47 65048001" }],
  "company.deactivated": closed,
  "company.reactivated": reopened,
  "project.updated": [{ field: "name", from: "Audit 2026", to: "Annual audit 2026" }],
  "project.closed": closed,
  "project.reopened": reopened,
  "activity.updated": [{ field: "estimate", from: 1, to: 1.5 }],
  "activity.closed": [{ field: "status", from: inProgress, to: done }],
  "activity.reopened": [{ field: "status", from: done, to: inProgress }],
  "company_template.updated": [{ field: "description", from: "Client", to: "Paying client" }],
  "project_template.updated": [{ field: "name", from: "Advice", to: "Advisory" }],
  "document.updated": [{ field: "mimeType", from: "application/octet-stream", to: "application/pdf" }],
  "document.renamed": [{ field: "name", from: "Draft.docx", to: "Balance sheet.docx" }],
  "document.moved": [{ field: "folderId", from: "xoJihExvuIs", to: "rr5o6xWqlbo" }],
  "document.content_replaced": [{ field: "size", from: 47_881, to: 48_213 }],
  "document.described": [{ field: "description", to: "As signed" }],
  "document.relocated": [
    { field: "owner", from: { type: "Project", id: "8WFeR9-Qdl4" }, to: { type: "Company", id: "lN-Uht7j2Vk" } },
  ],
  "document.placement_added": [{ field: "folderId", to: "rr5o6xWqlbo" }],
  "document.placement_removed": [{ field: "folderId", from: "xoJihExvuIs" }],
  "folder.renamed": [{ field: "name", from: "Drafts", to: "Working papers" }],
  "folder.moved": [{ field: "parentId", from: "xoJihExvuIs" }],
};

const subscription = "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB";
const partner = { partner: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB", name: "Globex Ltd" };
const feed = { feed: "acme#person-fast", kind: "person-timeline", since: "2026-11-21T08:12:33.000Z" };

const examplePayloads: { readonly [T in OperationalType]: OperationalPayload<T> } = {
  "bridge.ping": { subscription },
  "bridge.instance_unauthorized": { reason: "invalid_client" },
  "bridge.instance_recovered": {},
  "bridge.feed_stalled": { ...feed, reason: "unavailable" },
  "bridge.feed_recovered": feed,
  "bridge.removals_held": { source: "person", since: "2026-11-21T08:12:33.000Z", missing: 412, known: 1_204 },
  "bridge.endpoint_failing": {
    subscription,
    ...{ failingSince: "2026-11-21T09:02:33.000Z", probes: 6, pausesAt: "2026-11-24T09:02:33.000Z" },
  },
  "bridge.endpoint_paused": {
    subscription,
    failingSince: "2026-11-18T09:02:33.000Z",
    ...{ pausedAt: "2026-11-21T09:02:33.000Z", disablesAt: "2026-12-05T09:02:33.000Z" },
  },
  "bridge.endpoint_recovered": { subscription, was: "open", since: "2026-11-21T09:02:33.000Z" },
  "bridge.endpoint_disabled": { subscription, reason: "gone" },
  "bridge.delivery_exhausted": {
    subscription,
    ...{ event: "evt_01KAG3N6Q0V5Y1R8C4T7W2X9ZB", eventType: "person.updated", instance: "acme", attempts: 12 },
  },
  "bridge.instance_revoked": { ...partner, instance: "acme" },
  "bridge.partner_suspended": partner,
  "bridge.partner_resumed": partner,
  "bridge.partner_deleted": partner,
};
