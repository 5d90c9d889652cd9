import * as z from "zod";

/** Every subject an event can have, with its types: the catalogue that partners subscribe by. It only ever grows. */
export const catalogue = {
  person: ["created", "updated", "removed", "restored"],
  company: ["created", "updated", "deactivated", "reactivated", "removed", "restored"],
  project: ["created", "updated", "closed", "reopened", "removed", "restored"],
  activity: ["created", "updated", "closed", "reopened", "removed", "restored"],
  company_template: ["created", "updated", "removed", "restored"],
  project_template: ["created", "updated", "removed", "restored"],
  document: [
    "created",
    "updated",
    "renamed",
    "moved",
    "content_replaced",
    "described",
    "relocated",
    "placement_added",
    "placement_removed",
    "removed",
    "restored",
  ],
  folder: ["created", "renamed", "moved", "removed", "restored"],
  document_change: ["recorded"],
  room: ["unreachable"],
  bridge: [
    "ping",
    "instance_unauthorized",
    "instance_recovered",
    "feed_stalled",
    "feed_recovered",
    "removals_held",
    "endpoint_failing",
    "endpoint_paused",
    "endpoint_recovered",
    "endpoint_disabled",
    "delivery_exhausted",
    "partner_suspended",
    "partner_resumed",
    "partner_deleted",
    "instance_revoked",
  ],
} as const;

export type Subject = keyof typeof catalogue;

/** Records that timelines and walks list, and the templates, which have offset lists only. */
export const recordResource = z.enum([
  "person",
  "company",
  "project",
  "activity",
  "company_template",
  "project_template",
]);
export type RecordResource = z.infer<typeof recordResource>;

export const subject = z.enum([...recordResource.options, "document", "folder", "document_change", "room", "bridge"]);

/** `person.created` and its like, in catalogue order. */
export const eventTypes: readonly string[] = Object.entries(catalogue).flatMap(([name, verbs]) =>
  verbs.map((verb) => `${name}.${verb}`),
);

const known = new Set(eventTypes);

export const eventType = z.string().refine((type) => known.has(type), "not a type of the event catalogue");
