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
  "person-count": "small",
  "company-count": "small",
  "project-count": "small",
  "activity-count": "small",
  "company-template": "small",
  "project-template": "small",
};

/** The class whose wheel and budget a kind of feed shares. */
export const classOf = (kind: FeedKind): FeedClass => classes[kind];

/** Classes in the order in which they get their part of the budget; a class without kinds has no wheel. */
export const scheduledClasses: readonly FeedClass[] = (
  ["timelines", "rooms", "owners", "small", "walks"] as const
).filter((name) => Object.values(classes).includes(name));

/** A class whose wheel turns in real time. Owners have one of their own, whose speed is the budget. */
export type TimedClass = Exclude<FeedClass, "owners">;

export const isTimed = (name: FeedClass): name is TimedClass => name !== "owners";
