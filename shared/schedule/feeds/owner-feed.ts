import type { Owner } from "../../kernel/envelope.ts";
import type { Feed } from "./feed.ts";
import { newFeed } from "./new-feed.ts";

/** The one feed of a Company, Person or Project as an owner of documents. Put before the mirror write that announces the owner. */
export function ownerFeed(instance: string, { type, id, knownSince }: Owner & { readonly knownSince?: number }): Feed {
  const feed = newFeed({ instance, kind: "owner", owner: { type, id }, query: {} });
  return knownSince === undefined ? feed : { ...feed, knownSince };
}
