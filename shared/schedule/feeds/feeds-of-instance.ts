import type { Owner } from "../../kernel/envelope.ts";
import { type Feed, feedKind } from "./feed.ts";
import { feedKinds } from "./feed-kinds.ts";
import { newFeed } from "./new-feed.ts";

/** The feeds that every instance has. */
export function fixedFeeds(instance: string): readonly Feed[] {
  return feedKind.options.flatMap((kind) => {
    const { feeds } = feedKinds[kind];
    return feeds === "perOwner" ? [] : feeds.map((query) => newFeed({ instance, kind, query: { ...query } }));
  });
}

/** The feeds that list a complete resource: its walk, or for templates, which have no walk, their list. */
export function walksOf(instance: string, resource: string): readonly Feed[] {
  const kinds = [`${resource}-walk`, resource.replace("_", "-")];
  return fixedFeeds(instance).filter(({ kind }) => kinds.includes(kind));
}

/**
 * The one feed of a Company, Person or Project as an owner of documents. It is put before the mirror write that
 * announces the owner.
 */
export function ownerFeed(instance: string, { knownSince, ...owner }: Owner & { readonly knownSince?: number }): Feed {
  const feed = newFeed({ instance, kind: "owner", owner, query: {} });
  return knownSince === undefined ? feed : { ...feed, knownSince };
}

export function roomFeed(instance: string, roomId: string): Feed {
  return newFeed({ instance, kind: "room", owner: { type: "Room", id: roomId }, query: {} });
}

/** Every feed of an instance except those of owners, which the mirror adds when it finds them. */
export function feedsOfInstance(instance: string, rooms: readonly string[]): readonly Feed[] {
  return [...fixedFeeds(instance), ...rooms.map((roomId) => roomFeed(instance, roomId))];
}
