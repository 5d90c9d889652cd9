import * as z from "zod";

/**
 * Every subject an event can have, with its types and a sentence on each: the catalogue that partners subscribe by. It only
 * ever grows. The tables of docs/events.md are made from it: `npm run events-page`.
 */
export const catalogue = {
  person: {
    created: "A person was added.",
    updated: "Fields of a person changed.",
    removed: "A person is gone, or the bridge may no longer see it.",
    restored: "A removed person is there again.",
  },
  company: {
    created: "A company was added.",
    updated: "Fields of a company changed, other than whether it is active.",
    deactivated: "A company was made inactive.",
    reactivated: "An inactive company was made active again.",
    removed: "A company is gone, or the bridge may no longer see it.",
    restored: "A removed company is there again.",
  },
  project: {
    created: "A project was added.",
    updated: "Fields of a project changed, other than whether it is closed.",
    closed: "A project was closed.",
    reopened: "A closed project was opened again.",
    removed: "A project is gone, or the bridge may no longer see it.",
    restored: "A removed project is there again.",
  },
  activity: {
    created: "An activity was added.",
    updated: "Fields of an activity changed, other than whether it is closed.",
    closed: "An activity was closed.",
    reopened: "A closed activity was opened again.",
    removed: "An activity is gone, or the bridge may no longer see it.",
    restored: "A removed activity is there again.",
  },
  company_template: {
    created: "A company template was added.",
    updated: "Fields of a company template changed.",
    removed: "A company template is gone, or the bridge may no longer see it.",
    restored: "A removed company template is there again.",
  },
  project_template: {
    created: "A project template was added.",
    updated: "Fields of a project template changed.",
    removed: "A project template is gone, or the bridge may no longer see it.",
    restored: "A removed project template is there again.",
  },
  document: {
    created: "A document that wasn't there before, also one whose `created` is backdated.",
    updated: "A field of a document changed that has no type of its own; `changes` names it.",
    renamed: "A document has another name; `changes` holds `name`.",
    moved:
      "A document is in another folder of the same owner; `changes` holds `folderId`, which is absent at the top level.",
    content_replaced:
      "A document has new bytes under the same id; `changes` holds `size` and `mimeType`, or nothing where both are equal.",
    described: "The description of a document was set, changed or cleared; `changes` holds `description`.",
    relocated:
      "A document has another primary owner: `owner` is the new one, and `changes` holds `owner` with both of them.",
    placement_added: "A shortcut to a document appeared under `owner`; `changes` holds `folderId`.",
    placement_removed:
      "A shortcut to a document disappeared under `owner`; the document itself stays. `changes` holds `folderId`.",
    removed: "A document was missing twice, a minute apart; `reason` says how the bridge knows.",
    restored: "A removed document is there again.",
  },
  folder: {
    created: "A folder was added.",
    renamed: "A folder has another name; `changes` holds `name`. Nothing is said of what it holds.",
    moved: "A folder is in another folder; `changes` holds `parentId`.",
    removed: "A folder is gone.",
    restored: "A removed folder is there again.",
  },
  document_change: {
    recorded: "An entry of a document change feed, exactly as the source gave it.",
  },
  room: {
    unreachable:
      "A room can't be read: not a member, expired or gone, which the source doesn't tell apart. It comes once until the room can be read again.",
  },
  bridge: {
    ping: "A test event that somebody asked for, to the endpoint of the subscription it names.",
    instance_unauthorized:
      "The source refuses the credentials of an instance, so nothing of it is read. It comes at most once an hour.",
    instance_recovered: "The source takes the credentials of an instance again. It comes at most once an hour.",
    feed_stalled:
      "A feed has failed ten times in a row or for an hour, or the source refuses what it asks. The feeds of document owners share one event per reason and hour.",
    feed_recovered: "A stalled feed reads again. The feeds of document owners share one event per hour.",
    removals_held:
      "More records vanished within a day than is credible. None of them is published as removed until an operator decides.",
    endpoint_failing:
      "An endpoint has been failing for a while. It comes twice: after 10 minutes, and 24 hours before the endpoint is paused.",
    endpoint_paused: "An endpoint failed for so long that deliveries to it wait, and only rare probes are sent.",
    endpoint_recovered: "An endpoint that was failing or paused answers again; deliveries that waited are sent.",
    endpoint_disabled: "A subscription was disabled, and nothing is sent to its endpoint any more.",
    delivery_exhausted:
      "A delivery failed for so long that it is no longer tried. It comes at most once per subscription and hour.",
    instance_revoked: "A partner lost an instance: nothing of that instance is sent to it any more. `data` names both.",
    partner_suspended: "A partner was suspended: it keeps everything and gets nothing. On the bus only.",
    partner_resumed: "A partner's suspension ended.",
    partner_deleted: "A partner was deleted with everything it owned. On the bus only.",
  },
} as const satisfies { readonly [subject: string]: { readonly [verb: string]: string } };

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

type Catalogue = typeof catalogue;

/** `person.created` and its like. A type that the catalogue lacks doesn't compile. */
export type EventType = { [name in Subject]: `${name}.${keyof Catalogue[name] & string}` }[Subject];

const names = Object.entries(catalogue).flatMap(([name, verbs]) => Object.keys(verbs).map((verb) => `${name}.${verb}`));
const known: ReadonlySet<string> = new Set(names);

/** Every event type, in catalogue order. */
export const eventTypes: readonly EventType[] = names.filter((name): name is EventType => known.has(name));

export const eventType = z.enum(eventTypes, "not a type of the event catalogue");
