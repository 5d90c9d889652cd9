// The events of Feedhook: written by `npm run event-types` from the envelope's schema and the catalogue.
// It has no imports: copy it, or import it from `feedhook/events`.

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

/** A referenced record: its ID, or an object with `id` and labels. */
export type Reference = string | { readonly id: string; readonly name?: string | null; readonly [field: string]: unknown };

/**
 * The documented fields of the records in `data`. The source may leave out any field but the ID, and add others, and
 * Feedhook passes its values through unchecked.
 */
export type RecordData = {
  readonly person: {
    readonly id: string;
    readonly firstName?: string | null;
    readonly lastName?: string | null;
    readonly primaryEmail?: string | null;
    readonly jobTitle?: string | null;
    readonly externalReference?: string | null;
    readonly companyId?: string | null;
    readonly isActive?: boolean | string | null;
    readonly directPhone?: string | null;
    /** An ISO 8601 date. */
    readonly birthDate?: string | null;
    readonly countryCode?: string | null;
    readonly emailAliases?: readonly (unknown)[] | null;
    readonly externalIds?: readonly (unknown)[] | null;
    /** An ISO 8601 time. */
    readonly created?: string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly createdBy?: Reference | null;
    /** An ISO 8601 time. */
    readonly modified?: string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly modifiedBy?: Reference | null;
    readonly [field: string]: unknown;
  };
  readonly company: {
    readonly id: string;
    readonly name?: string | null;
    readonly companyNumber?: string | null;
    readonly countryCode?: string | null;
    readonly email?: string | null;
    readonly mainPhone?: string | null;
    readonly homePage?: string | null;
    readonly organizationalNumbers?: readonly ({ readonly orgNumber?: string | null; readonly country?: Reference | null; readonly [field: string]: unknown })[] | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly ownerGroup?: Reference | null;
    readonly ownerGroupId?: string | null;
    readonly templateId?: string | null;
    readonly isActive?: boolean | string | null;
    readonly externalReference?: string | null;
    readonly postAddress?: string | null;
    readonly postZipCode?: string | null;
    readonly postCity?: string | null;
    readonly invoiceAddress?: string | null;
    readonly invoiceZipCode?: string | null;
    readonly invoiceCity?: string | null;
    readonly invoiceCountryCode?: string | null;
    readonly isPrivate?: boolean | string | null;
    readonly isPublicAccess?: boolean | string | null;
    readonly amlIsMonitored?: boolean | string | null;
    readonly amlIsRiskAssessed?: boolean | string | null;
    /** An ISO 8601 time. */
    readonly created?: string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly createdBy?: Reference | null;
    /** An ISO 8601 time. */
    readonly modified?: string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly modifiedBy?: Reference | null;
    readonly [field: string]: unknown;
  };
  readonly project: {
    readonly id: string;
    readonly name?: string | null;
    readonly number?: string | null;
    readonly isActive?: boolean | string | null;
    readonly projectType?: string | null;
    readonly projectYear?: number | string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly company?: Reference | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly ownerGroup?: Reference | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly responsible?: Reference | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly template?: Reference | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly status?: Reference | null;
    /** An ISO 8601 time. */
    readonly projectStart?: string | null;
    /** An ISO 8601 time. */
    readonly endDate?: string | null;
    readonly externalReference?: string | null;
    readonly internalReference?: string | null;
    readonly isPublicAccess?: boolean | string | null;
    readonly isChargable?: boolean | string | null;
    /** An ISO 8601 time. */
    readonly created?: string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly createdBy?: Reference | null;
    /** An ISO 8601 time. */
    readonly modified?: string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly modifiedBy?: Reference | null;
    readonly [field: string]: unknown;
  };
  readonly activity: {
    readonly id: string;
    readonly name?: string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly project?: Reference | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly company?: Reference | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly status?: Reference | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly responsible?: Reference | null;
    /** An ISO 8601 date. */
    readonly dueDate?: string | null;
    readonly estimate?: number | null;
    readonly etc?: number | null;
    readonly sortIndex?: number | null;
    readonly isClosed?: boolean | string | null;
    readonly includeInAssignmentAgreement?: boolean | string | null;
    readonly productTxRequiredWhenDone?: boolean | string | null;
    /** An ISO 8601 time. */
    readonly created?: string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly createdBy?: Reference | null;
    /** An ISO 8601 time. */
    readonly modified?: string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly modifiedBy?: Reference | null;
    readonly [field: string]: unknown;
  };
  readonly company_template: {
    readonly id: string;
    readonly name?: string | null;
    readonly code?: string | null;
    readonly description?: string | null;
    readonly isActive?: boolean | string | null;
    readonly shouldBeMonitored?: boolean | string | null;
    readonly isDefault?: boolean | string | null;
    readonly isSystemType?: boolean | string | null;
    readonly isDefaultPublicAccess?: boolean | string | null;
    readonly numCompanies?: number | null;
    readonly [field: string]: unknown;
  };
  readonly project_template: {
    readonly id: string;
    readonly name?: string | null;
    readonly description?: string | null;
    readonly projectType?: string | null;
    readonly isActive?: boolean | string | null;
    readonly templateTypeId?: string | null;
    readonly templateTypeName?: string | null;
    readonly isGlobalProjectsAllowed?: boolean | string | null;
    readonly isMultipleActiveProjectsPerYearForCompanyAllowed?: boolean | string | null;
    readonly numProjects?: number | null;
    readonly [field: string]: unknown;
  };
  readonly document: {
    readonly id: string;
    readonly name?: string | null;
    readonly description?: string | null;
    readonly mimeType?: string | null;
    readonly size?: number | null;
    readonly entityType?: string | null;
    readonly entityId?: string | null;
    readonly folderId?: string | null;
    readonly placements?: readonly ({ readonly entityType?: string | null; readonly entityId?: string | null; readonly folderId?: string | null; readonly isPrimary?: boolean | string | null; readonly [field: string]: unknown })[] | null;
    /** An ISO 8601 time. */
    readonly created?: string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly createdBy?: Reference | null;
    /** An ISO 8601 time. */
    readonly modified?: string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly modifiedBy?: Reference | null;
    readonly [field: string]: unknown;
  };
  readonly folder: {
    readonly id: string;
    readonly name?: string | null;
    readonly parentId?: string | null;
    readonly path?: string | null;
    readonly [field: string]: unknown;
  };
  readonly document_change: {
    readonly operation?: string | null;
    readonly changedField?: string | null;
    /** An ISO 8601 time. */
    readonly changed?: string | null;
    /** A referenced record: its ID, or an object with `id` and labels. */
    readonly changedBy?: Reference | null;
    readonly documentId?: string | null;
    readonly previousFileName?: string | null;
    readonly fileName?: string | null;
    readonly size?: number | null;
    readonly folderPath?: readonly (string)[] | null;
    readonly [field: string]: unknown;
  };
  readonly room: {
    readonly cause?: string | null;
    readonly [field: string]: unknown;
  };
};

/** The `data` of events about the bridge itself. */
export type BridgeData = {
  readonly "bridge.ping": { readonly subscription: string; readonly [field: string]: unknown } | { readonly sentAt: number; readonly [field: string]: unknown };
  readonly "bridge.instance_unauthorized": {
    /** Why: the credentials are wrong, the credentials have no read access, or the source doesn't know the instance. */
    readonly reason: "invalid_client" | "forbidden" | "unknown_instance";
    readonly [field: string]: unknown;
  };
  readonly "bridge.instance_recovered": {
    readonly [field: string]: unknown;
  };
  readonly "bridge.feed_stalled": {
    /** The feed's ID. */
    readonly feed: string;
    /** What the feed reads, for example `person-timeline`. */
    readonly kind: string;
    /** The code of the last failure, like the feed's `lastError` in the API. */
    readonly reason: string;
    /** When the failures began. */
    readonly since: string;
    readonly [field: string]: unknown;
  };
  readonly "bridge.feed_recovered": {
    /** The feed's ID. */
    readonly feed: string;
    /** What the feed reads, for example `person-timeline`. */
    readonly kind: string;
    /** When the failures began. */
    readonly since: string;
    readonly [field: string]: unknown;
  };
  readonly "bridge.removals_held": {
    /** The resource whose records vanished: `person`, `company`, …, `document` or `folder`. */
    readonly source: string;
    /** When the hold began. */
    readonly since: string;
    /** The number of the instance's records, of any resource, missing when the hold began. */
    readonly missing: number;
    /** The number of the instance's known records, of any resource, when the hold began. */
    readonly known: number;
    readonly [field: string]: unknown;
  };
  readonly "bridge.endpoint_failing": {
    /** The ID of the subscription. */
    readonly subscription: string;
    /** When the failures began. */
    readonly failingSince: string;
    /** The number of probes sent since then. */
    readonly probes: number;
    /** When the endpoint will be paused, unless it recovers. */
    readonly pausesAt: string;
    /** The newest failed attempt: `event`, `at`, the response's `status` or the `error` that prevented a response (`dns`, `connect`, `tls`, `timeout`, `blocked` or `protocol`), and the start of the response. If the event's record is erased, this event is erased, too. */
    readonly lastFailure?: { readonly event: string; readonly at: string; readonly status?: number; readonly error?: string; readonly responseExcerpt?: string; readonly [field: string]: unknown };
    /** The attempts of the last hour: their number, the share with a 2xx response, and the median and 95th percentile of the response time in milliseconds. Absent if there were none. */
    readonly lastHour?: { readonly attempts: number; readonly successRate: number; readonly p50Ms?: number; readonly p95Ms?: number; readonly [field: string]: unknown };
    /** Like `lastHour`, but for the last 24 hours. */
    readonly lastDay?: { readonly attempts: number; readonly successRate: number; readonly p50Ms?: number; readonly p95Ms?: number; readonly [field: string]: unknown };
    readonly [field: string]: unknown;
  };
  readonly "bridge.endpoint_paused": {
    /** The ID of the subscription. */
    readonly subscription: string;
    /** When the failures began. */
    readonly failingSince: string;
    /** When the endpoint was paused. */
    readonly pausedAt: string;
    /** When the subscription will be disabled, unless the endpoint recovers. */
    readonly disablesAt: string;
    readonly [field: string]: unknown;
  };
  readonly "bridge.endpoint_recovered": {
    /** The ID of the subscription. */
    readonly subscription: string;
    /** The previous state: `open` if the endpoint was failing, `paused` if it was paused. */
    readonly was: string;
    /** When that state began. */
    readonly since: string;
    readonly [field: string]: unknown;
  };
  readonly "bridge.endpoint_disabled": {
    /** The ID of the subscription. */
    readonly subscription: string;
    /** Why: `gone` (the endpoint returned 410), `requested` (the endpoint asked to stop) or `unreachable` (the endpoint was paused for too long). */
    readonly reason: string;
    readonly [field: string]: unknown;
  };
  readonly "bridge.delivery_exhausted": {
    /** The ID of the subscription. */
    readonly subscription: string;
    /** The ID of the event that wasn't delivered. You can replay the event until it expires. */
    readonly event: string;
    /** The event's type. */
    readonly eventType: string;
    /** The event's instance. */
    readonly instance: string;
    /** The number of attempts. */
    readonly attempts: number;
    readonly [field: string]: unknown;
  };
  readonly "bridge.instance_revoked": {
    /** The partner's ID. */
    readonly partner: string;
    /** The partner's name. */
    readonly name: string;
    /** The instance that the partner lost access to. */
    readonly instance: string;
    readonly [field: string]: unknown;
  };
  readonly "bridge.partner_suspended": {
    /** The partner's ID. */
    readonly partner: string;
    /** The partner's name. */
    readonly name: string;
    readonly [field: string]: unknown;
  };
  readonly "bridge.partner_resumed": {
    /** The partner's ID. */
    readonly partner: string;
    /** The partner's name. */
    readonly name: string;
    readonly [field: string]: unknown;
  };
  readonly "bridge.partner_deleted": {
    /** The partner's ID. */
    readonly partner: string;
    /** The partner's name. */
    readonly name: string;
    readonly [field: string]: unknown;
  };
};

type DataOf<S extends Subject, T extends EventType> = T extends keyof BridgeData
  ? BridgeData[T]
  : S extends keyof RecordData
    ? RecordData[S]
    : never;

type EventOf<S extends Subject, T extends EventType> = Common & {
  readonly type: T;
  readonly data?: DataOf<S, T>;
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
