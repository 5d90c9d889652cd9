import type { Subject } from "../../kernel/catalogue.ts";
import type { Visit } from "../feed-reader.ts";
import type { ReadById } from "../rows/read-by-id.ts";
import type { ObserveOutcome } from "../rows/record-sink.ts";

/** The mirror's shards of one resource, which a scrub reads one after the other. */
export const scrubParts = 16;

/** The mirror as a scrub sees it. */
export type ScrubMemory = {
  /** The ids of living records of one shard behind `after` that nothing read since `before` (unix ms), in a stable order. */
  unread(
    instance: string,
    subject: Subject,
    shard: number,
    before: number,
    after: string | undefined,
  ): AsyncIterable<string>;
};

/** What a scrub reads: ids from the mirror, bodies from the source, and where those go. */
export type ScrubSubject = {
  /** The same as the memory's `unread`, for the subject alone. */
  unread(instance: string, part: number, before: number, after: string | undefined): AsyncIterable<string>;
  pathOf(id: string): string;
  observe(visit: Visit, read: ReadById): Promise<ObserveOutcome>;
};
