import type { Visit } from "../feed-reader.ts";
import type { ObserveOutcome } from "../observe/observed.ts";
import type { ReadById } from "../rows/read-by-id.ts";

/** The number of shards of one resource in the mirror, which a scrub reads one after the other. */
export const scrubParts = 16;

/** Where a scrub gets ids and bodies, and where it stores the bodies. */
export type ScrubSubject = {
  /** Like the memory's `unread`, for this subject. */
  unread(instance: string, part: number, before: number, after: string | undefined): AsyncIterable<string>;
  pathOf(id: string): string;
  observe(visit: Visit, read: ReadById): Promise<ObserveOutcome>;
};
