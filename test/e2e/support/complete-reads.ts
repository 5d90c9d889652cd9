import { ownerType } from "../../../shared/kernel/envelope.ts";
import type { Change, Table } from "../../../shared/kernel/ports/table.ts";
import { ownerDocumentsOf } from "../../../shared/polling/owners/owner-checkpoint.ts";
import { timelineCheckpointOf } from "../../../shared/polling/timelines/timeline-checkpoint.ts";
import { type Feed, feed } from "../../../shared/schedule/feeds/feed.ts";
import { fixedFeeds, ownerFeed } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { OracleOwner } from "./oracle.ts";

/**
 * A feed was read from its beginning to its end: every request began after `from`, and everything it showed was in the
 * mirror by `until` (unix ms).
 */
export type CompleteRead = { readonly feedId: string; readonly from: number; readonly until: number };

/**
 * The `feeds` table, which reports every timeline that was read to its end and every owner whose folders and documents
 * were. It reports saved state only, so interrupted visits, and those whose worker lost to another, don't count. Only
 * with `timings.polledAtGap` near 0 does a timeline save visits that found nothing new.
 */
export function showingReads<T extends Table>(feeds: T, tell: (read: CompleteRead) => void): T {
  const update = async (change: Change) => {
    if (change.set?.["visits"] === undefined) return feeds.update(change);
    const before = await feeds.get(change.key);
    const outcome = await feeds.update(change);
    // `before` is what the write changed only if it has the revision that the write expected.
    if (outcome !== "written" || before === undefined || before["rev"] !== Number(change.set["rev"]) - 1)
      return outcome;
    const from = readFrom(feed.parse(before), feed.parse({ ...before, ...change.set }));
    if (from !== undefined) tell({ feedId: change.key.pk, from, until: Date.now() });
    return outcome;
  };
  return new Proxy(feeds, {
    get(target, name) {
      if (name === "update") return update;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Since when (unix ms) the feed was read that one visit left this way; undefined if it wasn't read to its end. */
function readFrom(before: Feed, after: Feed): number | undefined {
  const visit = after.visits?.at(-1);
  if (visit === undefined) return undefined;
  const [, beganAt] = visit;
  if (after.class === "timelines") {
    const unfinished = (one: Feed) => timelineCheckpointOf(one.checkpoint, one.feedId).fast;
    if (visit[7] !== "done" || unfinished(after) !== undefined) return undefined;
    return Math.min(beganAt, unfinished(before)?.beganAt ?? beganAt);
  }
  if (after.kind !== "owner") return undefined;
  const [was, is] = [before, after].map((one) => ownerDocumentsOf(one.checkpoint, one.feedId, 0).snapshot);
  if (is?.completedAt === was?.completedAt) return undefined;
  if (was?.pass === undefined || was.pass.beganAt >= beganAt) return beganAt;
  // Lists that the visit before began were read after that visit's journal, but before this visit's. A feed with few
  // requests always needs two visits.
  const [, previousAt = Number.POSITIVE_INFINITY] = after.visits?.at(-2) ?? [];
  return previousAt <= was.pass.beganAt ? previousAt : undefined;
}

/** The complete reads of an instance's feeds, to judge by what the bridge had to find. */
export class CompleteReads {
  readonly #instance: string;
  readonly #byFeed = new Map<string, CompleteRead[]>();

  constructor(instance: string) {
    this.#instance = instance;
  }

  add(read: CompleteRead): void {
    this.#byFeed.set(read.feedId, [...(this.#byFeed.get(read.feedId) ?? []), read]);
  }

  /** Accepts a line of `bridge-main.ts` that reports one. */
  takeLine(line: string): boolean {
    if (!line.startsWith("read ")) return false;
    this.add(JSON.parse(line.slice("read ".length)) as CompleteRead);
    return true;
  }

  /** Whether every timeline of the resource was read from its beginning to its end between two moments (unix ms). */
  ofTimelines(resource: string, from: number, until: number): boolean {
    const timelines = fixedFeeds(this.#instance).filter(({ kind }) => kind === `${resource}-timeline`);
    return timelines.every(({ feedId }) => this.#isBetween(feedId, from, until));
  }

  /** Whether the owner's journal, and then its folders and documents to their end, were read between two moments (unix ms). */
  ofOwner({ entityType, entityId }: OracleOwner, from: number, until: number): boolean {
    const { feedId } = ownerFeed(this.#instance, { type: ownerType.parse(entityType), id: entityId });
    return this.#isBetween(feedId, from, until);
  }

  #isBetween(feedId: string, from: number, until: number): boolean {
    const reads = this.#byFeed.get(feedId) ?? [];
    return reads.some((read) => read.from > from && read.until < until);
  }
}
