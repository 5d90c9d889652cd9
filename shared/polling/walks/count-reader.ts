import * as z from "zod";
import type { RecordResource } from "../../kernel/catalogue.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Arrivals } from "../../mirror/arrivals.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import type { FeedStore } from "../../schedule/feeds/feed-store.ts";
import { fixedFeeds } from "../../schedule/feeds/feeds-of-instance.ts";
import type { Source } from "../../source/source.ts";
import { endBecauseOf, type FeedReader, type PassEnd, type Step, stepTo, type Visit } from "../feed-reader.ts";
import { listPath } from "../rows/record-row.ts";
import { type WalkCheckpoint, walkCheckpointOf, wholeLists } from "./walk-checkpoint.ts";

const countCheckpoint = z.object({
  /** A total that differed, when it was read (unix ms), and the `completedAt` of the walk it was compared with. */
  suspect: z.object({ at: z.int(), total: z.int(), walk: z.int() }).optional(),
  /** The difference for which a walk was requested, and the walk that it was measured against. */
  asked: z.object({ difference: z.int(), walk: z.int() }).optional(),
  /** A difference that remained after a walk, because the source's total counts differently from the walk's list. */
  usual: z.int().optional(),
});
type CountCheckpoint = z.infer<typeof countCheckpoint>;

export type CountParts = Context & {
  readonly feeds: FeedStore;
  readonly arrivals: Arrivals;
};

/**
 * Compares a list's total with the last walk's rows plus the records that have arrived since. If a difference is seen
 * twice, and the timelines were read to their end between the two counts, the probe requests a walk (hazard 24). Equal
 * numbers prove nothing.
 */
export function createCountReader(parts: CountParts): FeedReader {
  return {
    async *read(visit) {
      const { feed } = visit;
      const resource = resourceOf(feed);
      const [walkFeed] = await standing(parts, feed.instance, `${resource}-walk`);
      const walk = walkCheckpointOf(walkFeed?.checkpoint, `walk of ${resource}`);
      recordAge(parts, visit, walk);
      const { completedAt, completedRows } = walk;
      // A running walk finds whatever a probe could notice.
      if (walk.phase.name !== "idle" || completedAt === undefined || completedRows === undefined)
        return { outcome: "done" };
      return yield* probe(parts, visit, resource, { ...walk, completedAt, completedRows });
    },
  };
}

type CompletedWalk = WalkCheckpoint & { readonly completedAt: number; readonly completedRows: number };

async function* probe(
  parts: CountParts,
  { feed, source }: Visit,
  resource: RecordResource,
  walk: CompletedWalk,
): AsyncGenerator<Step, PassEnd, undefined> {
  const { clock, arrivals, logger, timings } = parts;
  const before = checkpointOf(feed);
  // A total was compared with one walk, so it is no longer suspect once another walk is completed.
  const suspect = before.suspect?.walk === walk.completedAt ? before.suspect : undefined;
  const now = clock.now();
  const waiting: PassEnd = { outcome: "waiting", until: now + timings.polledAtGap };
  if (suspect !== undefined && !(await areDrained(parts, feed.instance, resource, suspect.at))) {
    await drain(parts, feed.instance, resource);
    return waiting;
  }
  // The order matters: a record created between the two reads can only make the total larger.
  const arrived = (await arrivals.of(feed.instance, resource)) - (walk.completedArrived ?? 0);
  const total = await totalOf(source, resource, walk);
  if (typeof total !== "number") return total;
  const { usual, asked } = before;
  const expected = walk.completedRows + arrived + (usual ?? 0);
  const settled: CountCheckpoint = defined({ usual, asked });
  if (suspect === undefined && total !== expected) {
    yield probed({ ...settled, suspect: { at: now, total, walk: walk.completedAt } });
    await drain(parts, feed.instance, resource);
    return waiting;
  }
  const difference = suspect === undefined ? 0 : differenceBetween(suspect.total, total, expected);
  if (difference === 0) {
    yield probed(defined({ usual }));
    return { outcome: "done" };
  }
  const isUsual = asked !== undefined && asked.walk !== walk.completedAt && asked.difference === difference;
  logger.info(isUsual ? "count.unexplained" : "count.differs", { instance: feed.instance, resource, difference });
  if (isUsual) yield probed({ usual: (usual ?? 0) + difference });
  else yield probed({ ...defined({ usual }), asked: { difference, walk: walk.completedAt } }, resource);
  return { outcome: "done" };
}

/**
 * Every record in the first count has arrived by now, and every arrived record existed at the second count. So nothing
 * is missing if the first total is at most the expected number and the second is at least that number.
 */
function differenceBetween(first: number, second: number, expected: number): number {
  return Math.min(0, second - expected) || Math.max(0, first - expected);
}

async function totalOf(source: Source, resource: RecordResource, walk: WalkCheckpoint): Promise<number | PassEnd> {
  let sum = 0;
  for (const list of wholeLists(walk)) {
    const answer = await source.page({ path: listPath(resource), query: { ...list, limit: "1" } });
    if (answer.outcome !== "ok") return endBecauseOf(answer);
    // Without a total in the list, only the daily walk can notice a loss.
    if (answer.value.totalItems === undefined) return { outcome: "done" };
    sum += answer.value.totalItems;
  }
  return sum;
}

async function areDrained(
  parts: CountParts,
  instance: string,
  resource: RecordResource,
  since: number,
): Promise<boolean> {
  const timelines = await standing(parts, instance, `${resource}-timeline`);
  return timelines.every(({ polledAt = 0 }) => polledAt > since);
}

async function drain(parts: CountParts, instance: string, resource: RecordResource): Promise<void> {
  const timelines = await standing(parts, instance, `${resource}-timeline`);
  await parts.feeds.requestPoll(timelines.map(({ feedId }) => feedId));
}

function standing({ feeds }: CountParts, instance: string, kind: string): Promise<readonly Feed[]> {
  return feeds.loadAll(fixedFeeds(instance).flatMap((feed) => (feed.kind === kind ? [feed.feedId] : [])));
}

/** An alarm watches the highest value. Before the first complete walk, the value is the time since the connection. */
function recordAge(
  { clock, metrics }: CountParts,
  { feed, connectedAt }: Visit,
  { completedAt }: WalkCheckpoint,
): void {
  const since = completedAt ?? connectedAt;
  if (since !== undefined) metrics.record("walk.age_seconds", Math.max(0, clock.now() - since) / 1_000, feed.instance);
}

function checkpointOf({ checkpoint, feedId }: Feed): CountCheckpoint {
  return checkpoint === undefined ? {} : parseStored(countCheckpoint, checkpoint, `checkpoint of ${feedId}`);
}

function probed(checkpoint: CountCheckpoint, requestsWalk?: RecordResource): Step {
  return stepTo({ checkpoint: json.parse(checkpoint), ...defined({ requestsWalk }) });
}
