// The events of Feedhook: written by `npm run event-types` from the envelope's schema and the catalogue.
// It has no imports: copy it, or import it from `feedhook/events`.

/** Bodies of records as the source gave them. */
export type Json = { readonly [field: string]: unknown };

/** Which verbs each subject has. */
export type Verbs = {
  readonly person: "created" | "updated" | "removed" | "restored";
  readonly company: "created" | "updated" | "deactivated" | "reactivated" | "removed" | "restored";
  readonly project: "created" | "updated" | "closed" | "reopened" | "removed" | "restored";
  readonly activity: "created" | "updated" | "closed" | "reopened" | "removed" | "restored";
  readonly company_template: "created" | "updated" | "removed" | "restored";
  readonly project_template: "created" | "updated" | "removed" | "restored";
  readonly document: "created" | "updated" | "renamed" | "moved" | "content_replaced" | "described" | "relocated" | "placement_added" | "placement_removed" | "removed" | "restored";
  readonly folder: "created" | "renamed" | "moved" | "removed" | "restored";
  readonly document_change: "recorded";
  readonly room: "unreachable";
  readonly bridge: "ping" | "instance_unauthorized" | "instance_recovered" | "feed_stalled" | "feed_recovered" | "removals_held" | "endpoint_failing" | "endpoint_paused" | "endpoint_recovered" | "endpoint_disabled" | "delivery_exhausted" | "instance_revoked" | "partner_suspended" | "partner_resumed" | "partner_deleted";
};

export type Subject = "person" | "company" | "project" | "activity" | "company_template" | "project_template" | "document" | "folder" | "document_change" | "room" | "bridge";

/** `person.updated` and its like; `SubjectTypes<"person">` are those of one subject. */
export type SubjectTypes<S extends Subject> = `${S}.${Verbs[S]}`;
export type EventType = { [S in Subject]: SubjectTypes<S> }[Subject];

type Common = {
  readonly id: string;
  readonly timestamp: string;
  readonly timestampFrom: "source" | "detected";
  readonly detectedAt: string;
  readonly instance: string;
  readonly data?: Json;
  readonly truncated?: true;
  readonly omitted?: readonly (string)[];
  readonly changes?: readonly ({ readonly field: string; readonly pointer?: string; readonly from?: unknown; readonly fromOmitted?: true; readonly to?: unknown })[];
  readonly changesUnknown?: true;
  readonly redacted?: true;
  readonly reason?: "not_found_or_no_access" | "cascade" | "journal";
  readonly detectedBy: "timeline" | "sweep" | "walk" | "journal" | "snapshot" | "templates" | "scrub" | "hint";
  readonly baseline?: true;
  readonly owner?: { readonly type: "Company" | "Person" | "Project" | "Room"; readonly id: string; readonly subOwner?: "activity" | "phase" };
  readonly partner?: string;
  readonly example?: true;
};

type EventOf<S extends Subject, T extends EventType> = Common & {
  readonly type: T;
  /** Discard what is older (by `seq`) than what you hold of this record. */
  readonly subject: { readonly type: S; readonly id: string; readonly seq: number; readonly part: number };
};

/** Envelope by event type: `BridgeEvents["person.updated"]`. */
export type BridgeEvents = {
  [T in EventType]: T extends `${infer S extends Subject}.${string}` ? EventOf<S, T> : never;
};

/** Any event: the body of a webhook, and the `detail` on the bus. */
export type BridgeEvent = BridgeEvents[EventType];

/** An event as a rule on the bus delivers it. */
export type BusEvent<T extends EventType = EventType> = {
  readonly source: "feedhook";
  readonly "detail-type": T;
  readonly detail: BridgeEvents[T];
};
