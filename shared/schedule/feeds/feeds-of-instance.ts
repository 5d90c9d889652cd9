import type { Feed, FeedKind } from "./feed.ts";
import { newFeed } from "./new-feed.ts";

const fixed: readonly { readonly kind: FeedKind; readonly query: { readonly [name: string]: string } }[] = [
  // Both keys: a timeline by `modified` may hold no row that was never modified (hazard 8).
  { kind: "person-timeline", query: { key: "created", view: "full" } },
  { kind: "person-timeline", query: { key: "modified", view: "full" } },
  { kind: "company-timeline", query: { key: "created", view: "full" } },
  { kind: "company-timeline", query: { key: "modified", view: "full" } },
  { kind: "project-timeline", query: {} },
  { kind: "activity-timeline", query: {} },
  { kind: "person-walk", query: { view: "full" } },
  { kind: "company-walk", query: { view: "full" } },
  { kind: "project-walk", query: {} },
  { kind: "activity-walk", query: {} },
  { kind: "person-count", query: {} },
  { kind: "company-count", query: {} },
  { kind: "project-count", query: {} },
  { kind: "activity-count", query: {} },
  { kind: "company-template", query: {} },
  { kind: "project-template", query: {} },
];

/** The feeds an instance has by itself. */
export function fixedFeeds(instance: string): readonly Feed[] {
  return fixed.map(({ kind, query }) => newFeed({ instance, kind, query: { ...query } }));
}

/** The feeds that list all of a resource: its walk, or of templates, which have none, their list. */
export function walksOf(instance: string, resource: string): readonly Feed[] {
  const kinds = [`${resource}-walk`, resource.replace("_", "-")];
  return fixedFeeds(instance).filter(({ kind }) => kinds.includes(kind));
}

export function roomFeed(instance: string, roomId: string): Feed {
  return newFeed({ instance, kind: "room", owner: { type: "Room", id: roomId }, query: {} });
}

/** Every feed of an instance but its owners', which the mirror adds as it meets them. */
export function feedsOfInstance(instance: string, rooms: readonly string[]): readonly Feed[] {
  return [...fixedFeeds(instance), ...rooms.map((roomId) => roomFeed(instance, roomId))];
}
