import type { Owner } from "../../kernel/envelope.ts";
import { type Feed, type FeedIdentity, feedIdOf, feedKind } from "./feed.ts";
import { classOf, feedKinds } from "./feed-kinds.ts";
import { levelOfClass, requestedPartition } from "./wheel-partition.ts";

export function fixedFeeds(instance: string): readonly Feed[] {
  return feedKind.options.flatMap((kind) => {
    const { feeds } = feedKinds[kind];
    return feeds === "perOwner" ? [] : feeds.map((query) => newFeed({ instance, kind, query: { ...query } }));
  });
}

/** Templates have no walk, so the feed of their list takes its place. */
export function walksOf(instance: string, resource: string): readonly Feed[] {
  const kinds = [`${resource}-walk`, resource.replace("_", "-")];
  return fixedFeeds(instance).filter(({ kind }) => kinds.includes(kind));
}

/**
 * The feed is stored before the owner's record. In the other order, a crash in between would leave the owner without a
 * feed until the next walk.
 */
export function ownerFeed(instance: string, { knownSince, ...owner }: Owner & { readonly knownSince?: number }): Feed {
  const feed = newFeed({ instance, kind: "owner", owner, query: {} });
  return knownSince === undefined ? feed : { ...feed, knownSince };
}

export function roomFeed(instance: string, roomId: string): Feed {
  return newFeed({ instance, kind: "room", owner: { type: "Room", id: roomId }, query: {} });
}

/** Every feed except the owners' feeds, which are stored when their owners are found. */
export function feedsOfInstance(instance: string, rooms: readonly string[]): readonly Feed[] {
  return [...fixedFeeds(instance), ...rooms.map((roomId) => roomFeed(instance, roomId))];
}

/** There may be thousands of new owners, so their first visits have a separate queue. */
export function newFeed(identity: FeedIdentity): Feed {
  const feedId = feedIdOf(identity);
  const feedClass = classOf(identity.kind);
  return {
    ...identity,
    feedId,
    class: feedClass,
    rev: 0,
    level: levelOfClass[feedClass],
    wheel: requestedPartition(identity.instance, feedClass, feedClass === "owners" ? "first" : "now", feedId),
    nowRev: 0,
    status: "active",
    drained: !hasFirstContact(identity),
    failures: 0,
  };
}

/** Of the two timelines of persons and companies, only the one by `created` has a first contact. */
export function hasFirstContact({ kind, query }: FeedIdentity): boolean {
  switch (classOf(kind)) {
    case "timelines":
      return query["key"] !== "modified";
    case "rooms":
    case "owners":
      return true;
    case "small":
      return kind === "company-template" || kind === "project-template";
    case "walks":
    case "scrubs":
      return false;
  }
}
