import type { RecordResource } from "../../kernel/catalogue.ts";
import { errorWith } from "../../kernel/errors.ts";
import type { FeedClass, FeedKind } from "./feed.ts";

type Query = { readonly [name: string]: string };

type KindOfFeed = {
  readonly class: FeedClass;
  /** Absent if the kind reads documents. */
  readonly resource?: RecordResource;
  /** Frozen queries, or `perOwner`: a feed for each registered room, or for each owner in the mirror. */
  readonly feeds: readonly Query[] | "perOwner";
};

// Both timelines are read, because the one by `modified` may omit rows that were never modified (hazard 8).
const byBothKeys: readonly Query[] = [
  { key: "created", view: "full" },
  { key: "modified", view: "full" },
];
const full: readonly Query[] = [{ view: "full" }];
const plain: readonly Query[] = [{}];

export const feedKinds: { readonly [kind in FeedKind]: KindOfFeed } = {
  "person-timeline": { class: "timelines", resource: "person", feeds: byBothKeys },
  "company-timeline": { class: "timelines", resource: "company", feeds: byBothKeys },
  "project-timeline": { class: "timelines", resource: "project", feeds: plain },
  "activity-timeline": { class: "timelines", resource: "activity", feeds: plain },
  room: { class: "rooms", feeds: "perOwner" },
  owner: { class: "owners", feeds: "perOwner" },
  "person-walk": { class: "walks", resource: "person", feeds: full },
  "company-walk": { class: "walks", resource: "company", feeds: full },
  "project-walk": { class: "walks", resource: "project", feeds: plain },
  "activity-walk": { class: "walks", resource: "activity", feeds: plain },
  "person-count": { class: "small", resource: "person", feeds: plain },
  "company-count": { class: "small", resource: "company", feeds: plain },
  "project-count": { class: "small", resource: "project", feeds: plain },
  "activity-count": { class: "small", resource: "activity", feeds: plain },
  "company-template": { class: "small", resource: "company_template", feeds: plain },
  "project-template": { class: "small", resource: "project_template", feeds: plain },
  // Persons and companies need no scrub: their lists show everything that a read by id shows, and the daily walk reads
  // those lists.
  "project-scrub": { class: "scrubs", resource: "project", feeds: plain },
  "activity-scrub": { class: "scrubs", resource: "activity", feeds: plain },
  "document-scrub": { class: "scrubs", feeds: plain },
};

export const classOf = (kind: FeedKind): FeedClass => feedKinds[kind].class;

class NoResourceError extends errorWith("feed_without_resource") {}

/** Throws for feeds that read documents: owners, rooms and the document scrub. */
export function resourceOf({ kind }: { readonly kind: FeedKind }): RecordResource {
  const { resource } = feedKinds[kind];
  if (resource === undefined) throw new NoResourceError(`a feed of kind ${kind} lists no records`);
  return resource;
}

/** The classes in the order in which they get their part of the budget. */
export const scheduledClasses: readonly FeedClass[] = ["timelines", "rooms", "owners", "small", "walks", "scrubs"];

/** A class whose wheel turns in real time. The owners' wheel turns as fast as the budget allows. */
export type TimedClass = Exclude<FeedClass, "owners">;

export const isTimed = (name: FeedClass): name is TimedClass => name !== "owners";
