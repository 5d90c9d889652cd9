import type { Owner } from "../../kernel/envelope.ts";
import { type Feed, feedKind } from "./feed.ts";
import { feedKinds } from "./feed-kinds.ts";
import { newFeed } from "./new-feed.ts";

/** The feeds an instance has by itself. */
export function fixedFeeds(instance: string): readonly Feed[] {
  return feedKind.options.flatMap((kind) => {
    const { feeds } = feedKinds[kind];
    return feeds === "perOwner" ? [] : feeds.map((query) => newFeed({ instance, kind, query: { ...query } }));
  });
}

/** The feeds that list all of a resource: its walk, or of templates, which have none, their list. */
export function walksOf(instance: string, resource: string): readonly Feed[] {
  const kinds = [`${resource}-walk`, resource.replace("_", "-")];
  return fixedFeeds(instance).filter(({ kind }) => kinds.includes(kind));
}

/** The one feed of a Company, Person or Project as an owner of documents. Put before the mirror write that announces the owner. */
export function ownerFeed(instance: string, { knownSince, ...owner }: Owner & { readonly knownSince?: number }): Feed {
  const feed = newFeed({ instance, kind: "owner", owner, query: {} });
  return knownSince === undefined ? feed : { ...feed, knownSince };
}

export function roomFeed(instance: string, roomId: string): Feed {
  return newFeed({ instance, kind: "room", owner: { type: "Room", id: roomId }, query: {} });
}

/** Every feed of an instance but its owners', which the mirror adds as it meets them. */
export function feedsOfInstance(instance: string, rooms: readonly string[]): readonly Feed[] {
  return [...fixedFeeds(instance), ...rooms.map((roomId) => roomFeed(instance, roomId))];
}
