import * as z from "zod";
import type { RecordResource, Subject } from "../../kernel/catalogue.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { idInKey } from "../../kernel/hash.ts";
import { type Json, json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { TableReader } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { shardPartition } from "../../mirror/mirror-key.ts";
import { pathOf } from "../../source/path-of.ts";
import {
  endBecauseOf,
  type FeedReader,
  mapped,
  type Observed,
  type ObserveOutcome,
  type PassEnd,
  type Passed,
  type Step,
  stepAt,
  stepTo,
  type Visit,
} from "../feed-reader.ts";
import { observeRows } from "../observe/observe-rows.ts";
import type { RowSinks } from "../observe/row-sinks.ts";
import { anyList } from "../rows/check-witness.ts";
import { type ReadById, readById } from "../rows/read-by-id.ts";
import { recordPath } from "../rows/record-row.ts";

const scrubCheckpoint = z.object({
  /** When the cycle began (unix ms, our clock). Records that were read by id since then aren't read again. */
  beganAt: z.int(),
  /** The shard of the mirror that is being read, and the last id read. */
  part: z.int(),
  after: z.string().optional(),
  /** The numbers of records read and of changes found in this cycle, and when the previous cycle was completed. */
  read: z.int(),
  found: z.int(),
  completedAt: z.int().optional(),
  /** The previous cycle's results; absent in the first cycle, and in checkpoints of older versions. */
  last: z.object({ beganAt: z.int(), endedAt: z.int(), read: z.int(), found: z.int() }).exactOptional(),
});
export type ScrubCheckpoint = z.infer<typeof scrubCheckpoint>;

/** The time (ms) between two visits of a scrub that is on time. Such a scrub uses leftover requests in small groups. */
const pause = 30_000;

type ScrubReaderParts = Context & {
  readonly subject: ScrubSubject;
};

/**
 * The mirror's shards are read one after another, each in its own sixteenth of `scrubPeriod`, so about one period
 * passes between two reads of a record. A scrub's findings measure how complete the faster readings are.
 */
export function createScrubReader(parts: ScrubReaderParts): FeedReader {
  return {
    async *read(visit) {
      let checkpoint = scrubCheckpointOf(visit.feed.checkpoint, visit.feed.feedId, parts.clock.now());
      for (;;) {
        const { clock, timings } = parts;
        if (checkpoint.part === scrubParts) checkpoint = nextCycle(checkpoint, clock.now(), timings.scrubPeriod);
        checkpoint = onTime(checkpoint, clock.now(), timings.scrubPeriod);
        const begins = beginOf(checkpoint, checkpoint.part, timings.scrubPeriod);
        if (clock.now() < begins) {
          yield stepTo({ checkpoint: json.parse(checkpoint) });
          return { outcome: "waiting", until: Math.ceil(begins) };
        }
        const passed = yield* readPart(parts, visit, checkpoint);
        if (passed.outcome !== "next") return passed;
        checkpoint = passed.checkpoint;
      }
    },
  };
}

async function* readPart(
  parts: ScrubReaderParts,
  visit: Visit,
  before: ScrubCheckpoint,
): AsyncGenerator<Step, Passed<ScrubCheckpoint>, undefined> {
  const { subject, clock, metrics, timings } = parts;
  const { instance } = visit.feed;
  let checkpoint = before;
  const reading = readById(visit, {
    ids: subject.unread(instance, before.part, before.beganAt, before.after),
    pathOf: (id) => subject.pathOf(id),
    witnesses: () => [anyList(visit.source)],
  });
  const stopped = yield* mapped(reading, (one) => {
    // A record without a response is read again in the next cycle.
    const isAnswered = one.outcome === "ok" || one.reason !== "unanswered";
    const onward: ScrubCheckpoint = { ...checkpoint, after: one.id, read: checkpoint.read + (isAnswered ? 1 : 0) };
    const observe = () => (one.outcome === "ok" ? subject.observe(visit, one) : Promise.resolve(nothing));
    return stepAt({ observe, mayWait: true }, ({ changed }) => {
      if (changed > 0) metrics.record("polling.scrub_found", changed, instance);
      checkpoint = { ...onward, found: onward.found + changed };
      return { checkpoint: json.parse(checkpoint) };
    });
  });
  if (stopped?.outcome === "exhausted") return rest(checkpoint, clock.now(), timings.scrubPeriod);
  if (stopped !== undefined) return endBecauseOf(stopped);
  checkpoint = { ...checkpoint, part: checkpoint.part + 1 };
  delete checkpoint.after;
  yield stepTo({ checkpoint: json.parse(checkpoint) });
  return { outcome: "next", checkpoint };
}

const nothing: Observed = { outcome: "observed", changed: 0 };

/** A scrub that is behind continues with the requests that the next tick has left. A scrub that is on time pauses. */
function rest(checkpoint: ScrubCheckpoint, now: number, period: number): PassEnd {
  const isBehind = now > beginOf(checkpoint, checkpoint.part + 1, period);
  return isBehind ? { outcome: "yielded" } : { outcome: "waiting", until: now + pause };
}

/**
 * When a part begins. Each part begins late, by half of its share of the period, because first contact needs the
 * requests when the instance is new.
 */
function beginOf({ beganAt }: ScrubCheckpoint, part: number, period: number): number {
  return beganAt + ((part + 0.5) * period) / scrubParts;
}

/**
 * If a part would wait longer than one part's share of the period, it is due now, and the later parts move with it.
 * This happens if our clock has been set back or the period has been lengthened.
 */
function onTime(checkpoint: ScrubCheckpoint, now: number, period: number): ScrubCheckpoint {
  const ahead = beginOf(checkpoint, checkpoint.part, period) - now;
  return ahead <= period / scrubParts ? checkpoint : { ...checkpoint, beganAt: Math.floor(checkpoint.beganAt - ahead) };
}

function nextCycle({ beganAt, read, found }: ScrubCheckpoint, now: number, period: number): ScrubCheckpoint {
  const last = { beganAt, endedAt: now, read, found };
  return { beganAt: Math.max(now, beganAt + period), part: 0, read: 0, found: 0, completedAt: now, last };
}

export function scrubCheckpointOf(stored: Json | undefined, feedId: string, now: number): ScrubCheckpoint {
  if (stored === undefined) return { beganAt: now, part: 0, read: 0, found: 0 };
  return parseStored(scrubCheckpoint, stored, `checkpoint of ${feedId}`);
}

/** The number of a resource's shards in the mirror. */
export const scrubParts = 16;

export type ScrubSubject = {
  /** Yields the ids of a shard that come after `after` and haven't been read by id since `before` (unix ms). */
  unread(instance: string, part: number, before: number, after: string | undefined): AsyncIterable<string>;
  pathOf(id: string): string;
  observe(visit: Visit, read: ReadById): Promise<ObserveOutcome>;
};

/** The number of items per page. It is small, because a visit reads few records, and items may be large. */
const perPage = 25;

const readItem = z.object({ id: z.string(), state: z.string(), asOf: z.int() });

/**
 * The ids of the records or documents that haven't been read since `before`. `asOf` tells when each was last read by id
 * or, in a first pass, in a list.
 */
export async function* unreadIds(
  mirror: TableReader,
  instance: string,
  subject: Subject,
  shard: number,
  before: number,
  after: string | undefined,
): AsyncGenerator<string, void> {
  const page = { pk: shardPartition(instance, subject, shard), limit: perPage };
  for await (const item of queryAll(mirror, { ...page, ...defined({ after: after && idInKey(after) }) })) {
    const { id, state, asOf } = parseStored(readItem, item, `mirror item ${subject} ${item.sk}`);
    if (state !== "deleted" && asOf < before) yield id;
  }
}

type RecordScrubParts = Context &
  RowSinks & {
    readonly mirror: TableReader;
  };

/** Projects and activities, whose lists show less than a read by id (docs/partner-api.md#lean-and-full). */
export function recordScrub(parts: RecordScrubParts, resource: RecordResource): ScrubSubject {
  return {
    unread: (instance, ...rest) => unreadIds(parts.mirror, instance, resource, ...rest),
    pathOf: (id) => recordPath(resource, id),
    observe: (visit, { body, moment }) =>
      observeRows(parts, visit, {
        ...{ rows: [body], moment, form: "full", detectedBy: "scrub", draining: false },
        // A more recent change doesn't count as missed, because the fast pass may still find it.
        passed: moment.beganAt - parts.timings.fastOverlapMax,
      }),
  };
}

type DocumentScrubParts = {
  readonly mirror: TableReader;
  readonly documents: { rereadDocument(instance: string, read: ReadById): Promise<ObserveOutcome> };
};

/** Documents: their lists show neither tags nor locks, and a snapshot reads by id only documents whose rows changed. */
export function documentScrub({ mirror, documents }: DocumentScrubParts): ScrubSubject {
  return {
    unread: (instance, ...rest) => unreadIds(mirror, instance, "document", ...rest),
    pathOf: (id) => pathOf("document", id),
    observe: ({ feed }, read) => documents.rereadDocument(feed.instance, read),
  };
}
