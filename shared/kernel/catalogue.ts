import * as z from "zod";

/**
 * Every subject with its event types. Entries are added, never removed. `npm run events-page` generates the tables in
 * docs/events.md from the catalogue.
 */
export const catalogue = {
  person: {
    created: "A person was added.",
    updated: "Fields of a person changed.",
    removed: "A person is gone, or the bridge no longer has access.",
    restored: "A removed person is back.",
  },
  company: {
    created: "A company was added.",
    updated: "Fields of a company changed, other than whether it is active.",
    deactivated: "A company was made inactive.",
    reactivated: "An inactive company was made active again.",
    removed: "A company is gone, or the bridge no longer has access.",
    restored: "A removed company is back.",
  },
  project: {
    created: "A project was added.",
    updated: "Fields of a project changed, other than whether it is closed.",
    closed: "A project was closed.",
    reopened: "A closed project was opened again.",
    removed: "A project is gone, or the bridge no longer has access.",
    restored: "A removed project is back.",
  },
  activity: {
    created: "An activity was added.",
    updated: "Fields of an activity changed, other than whether it is closed.",
    closed: "An activity was closed.",
    reopened: "A closed activity was opened again.",
    removed: "An activity is gone, or the bridge no longer has access.",
    restored: "A removed activity is back.",
  },
  company_template: {
    created: "A company template was added.",
    updated: "Fields of a company template changed.",
    removed: "A company template is gone, or the bridge no longer has access.",
    restored: "A removed company template is back.",
  },
  project_template: {
    created: "A project template was added.",
    updated: "Fields of a project template changed.",
    removed: "A project template is gone, or the bridge no longer has access.",
    restored: "A removed project template is back.",
  },
  document: {
    created: "A document was added, even if its `created` is backdated.",
    updated: "A document field without its own event type changed. `changes` contains the field.",
    renamed: "A document was renamed. `changes` contains `name`.",
    moved:
      "A document was moved to another folder of the same owner. `changes` contains `folderId`, which is absent at the top level.",
    content_replaced: "A document has new content under the same ID. `changes` contains `size`, `mimeType` or both.",
    described: "A document's description was set, changed or cleared. `changes` contains `description`.",
    relocated: "A document has a new primary owner, `owner`. `changes` contains the old and the new owner.",
    placement_added: "A shortcut to a document appeared under `owner`. `changes` contains `folderId`.",
    placement_removed:
      "A shortcut to a document disappeared under `owner`. The document itself still exists. `changes` contains `folderId`.",
    removed: "A document was removed. `reason` says how the bridge knows.",
    restored: "A removed document is back.",
  },
  folder: {
    created: "A folder was added.",
    renamed: "A folder was renamed. `changes` contains `name`. No events are published for the folder's contents.",
    moved: "A folder was moved to another folder. `changes` contains `parentId`.",
    removed: "A folder is gone.",
    restored: "A removed folder is back.",
  },
  document_change: {
    recorded: "An entry of a document change feed, exactly as the source returned it.",
  },
  room: {
    unreachable:
      "A room can't be read, because the bridge isn't a member, or because the room expired or is gone. The source doesn't say which. Published once until the room can be read again.",
  },
  bridge: {
    ping: "A test event, sent on request to a subscription's endpoint.",
    instance_unauthorized:
      "The source refuses an instance's credentials or doesn't know the instance, so the instance isn't read. Published at most once an hour.",
    instance_recovered: "The source accepts an instance's credentials again. Published at most once an hour.",
    feed_stalled:
      "A feed has failed ten times in a row or for an hour, or the source refuses its requests. The feeds of document owners share one event per reason per hour.",
    feed_recovered: "A stalled feed is being read again. The feeds of document owners share one event per hour.",
    removals_held:
      "More records vanished within a day than is plausible. Their removals are held until an operator approves them or a second complete list confirms them.",
    endpoint_failing:
      "An endpoint has been failing for a while. Published twice: after 10 minutes, and 24 hours before the endpoint is paused.",
    endpoint_paused:
      "An endpoint failed for three days and is paused. Its deliveries wait, and it is probed every six hours.",
    endpoint_recovered:
      "An endpoint that was failing or paused is responding again. Waiting deliveries are being sent.",
    endpoint_disabled: "A subscription was disabled. Its endpoint receives nothing more.",
    delivery_exhausted: "A delivery expired before it was delivered. Published at most once per subscription per hour.",
    instance_revoked: "A partner lost access to an instance and receives no more of its events.",
    partner_suspended: "A partner was suspended. It keeps its data but receives nothing. On the bus only.",
    partner_resumed: "A partner's suspension ended.",
    partner_deleted: "A partner was deleted with everything it owned. On the bus only.",
  },
} as const satisfies { readonly [subject: string]: { readonly [verb: string]: string } };

export type Subject = keyof typeof catalogue;

/** Templates have only offset lists; the other records have timelines and walks. */
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

type Catalogue = typeof catalogue;

/** A type outside the catalogue doesn't compile. */
export type EventType = { [name in Subject]: `${name}.${keyof Catalogue[name] & string}` }[Subject];

const names = Object.entries(catalogue).flatMap(([name, verbs]) => Object.keys(verbs).map((verb) => `${name}.${verb}`));
const known: ReadonlySet<string> = new Set(names);

export const eventTypes: readonly EventType[] = names.filter((name): name is EventType => known.has(name));

export const eventType = z.enum(eventTypes, "must be a type from the event catalogue");

/** `*` doesn't match operational events, which need their own opt-in. */
export function typeMatches(pattern: string, type: string): boolean {
  if (pattern === "*") return !isOperational(type);
  return pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1)));
}

export function isOperational(type: string): boolean {
  return type.startsWith("bridge.");
}
