import type { ScrubMemory } from "../../mirror/scrub-memory.ts";
import { pathOf } from "../../source/path-of.ts";
import type { ObserveOutcome } from "../observe/observed.ts";
import type { ReadById } from "../rows/read-by-id.ts";
import type { ScrubSubject } from "./scrub-subject.ts";

export type DocumentScrubParts = {
  readonly memory: Pick<ScrubMemory, "unread">;
  /** Stores the fields of a document that was read by id. */
  readonly mirror: { rereadDocument(instance: string, read: ReadById): Promise<ObserveOutcome> };
};

/** Documents: their lists show neither tags nor locks, and a snapshot reads by id only documents whose rows changed. */
export function documentScrub({ memory, mirror }: DocumentScrubParts): ScrubSubject {
  return {
    unread: (instance, ...rest) => memory.unread(instance, "document", ...rest),
    pathOf: (id) => pathOf("document", id),
    observe: ({ feed }, read) => mirror.rereadDocument(feed.instance, read),
  };
}
