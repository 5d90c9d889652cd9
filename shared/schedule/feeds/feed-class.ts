import type { FeedClass, FeedKind } from "./feed.ts";

const classes: { readonly [kind in FeedKind]: FeedClass } = {
  "person-timeline": "timelines",
  "company-timeline": "timelines",
  "project-timeline": "timelines",
  "activity-timeline": "timelines",
  room: "rooms",
  owner: "owners",
  "person-walk": "walks",
  "company-walk": "walks",
  "project-walk": "walks",
  "activity-walk": "walks",
};

/** The class whose wheel and budget a kind of feed shares. */
export const classOf = (kind: FeedKind): FeedClass => classes[kind];

/** Classes in the order in which they get their part of the budget; a class without kinds has no wheel. */
export const scheduledClasses: readonly FeedClass[] = (
  ["timelines", "rooms", "owners", "small", "walks"] as const
).filter((name) => Object.values(classes).includes(name));
