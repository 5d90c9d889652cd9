import type { Visit } from "../feed-reader.ts";
import type { ObserveOutcome } from "../observe/observed.ts";
import type { ReadById } from "../rows/read-by-id.ts";

/** The mirror's shards of one resource, which a scrub reads one after the other. */
export const scrubParts = 16;

/** What a scrub reads: ids from the mirror, bodies from the source, and where those go. */
export type ScrubSubject = {
  /** The same as the memory's `unread`, for the subject alone. */
  unread(instance: string, part: number, before: number, after: string | undefined): AsyncIterable<string>;
  pathOf(id: string): string;
  observe(visit: Visit, read: ReadById): Promise<ObserveOutcome>;
};
