import type { ScrubMemory } from "../../mirror/scrub-memory.ts";
import { pathOf } from "../../source/path-of.ts";
import type { ObserveOutcome } from "../observe/observed.ts";
import type { ReadById } from "../rows/read-by-id.ts";
import type { ScrubSubject } from "./scrub-subject.ts";

export type DocumentScrubParts = {
  readonly memory: Pick<ScrubMemory, "unread">;
  /** Brings the fields of a document that was read by id into the mirror. */
  readonly mirror: { rereadDocument(instance: string, read: ReadById): Promise<ObserveOutcome> };
};

/** Documents: their lists show neither tags nor locks, and a snapshot reads by id only what a list shows as changed. */
export function documentScrub({ memory, mirror }: DocumentScrubParts): ScrubSubject {
  return {
    unread: (instance, ...rest) => memory.unread(instance, "document", ...rest),
    pathOf: (id) => pathOf("document", id),
    observe: ({ feed }, read) => mirror.rereadDocument(feed.instance, read),
  };
}
