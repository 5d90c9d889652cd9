import { isSameJson } from "../../kernel/canonical-json.ts";
import type { Context } from "../../kernel/context.ts";
import { FeedhookError } from "../../kernel/errors.ts";
import type { Feed, FeedKind } from "../../schedule/feeds/feed.ts";
import { mustWait } from "../../schedule/feeds/feed-state.ts";
import type { FeedStore, SaveOutcome } from "../../schedule/feeds/feed-store.ts";
import { type FeedPatch, type Leaving, toSlot } from "../../schedule/feeds/feed-write.ts";
import type { HintPrecision } from "../../schedule/feeds/hint-precision.ts";
import type { OwnerFeeds } from "../../schedule/feeds/owner-feeds.ts";
import {
  endBecauseOf,
  type FeedReader,
  type Observed,
  type PassEnd,
  type Position,
  type Visit,
  type VisitEnd,
} from "../feed-reader.ts";
import type { Quarantine } from "../observe/row-sinks.ts";
import type { QuarantineRetry } from "../quarantine/retry-quarantined.ts";
import type { PageSizes } from "../rows/page-sizes.ts";
import {
  changeRateAfter,
  type FeedNotices,
  leavingOf,
  levelAfter,
  notifyOfStall,
  readPatch,
  soonAgain,
  statusPatch,
} from "./feed-status.ts";
import type { FeedTally } from "./feed-tally.ts";
import { isSourceFault, type RecentVisits } from "./recent-visits.ts";
import { rewoundFeed } from "./rewound-feed.ts";
import { SizedSource } from "./sized-source.ts";
import { VisitNote } from "./visit-note.ts";

export type VisitParts = Context & {
  readonly feeds: FeedStore;
  readonly readers: { readonly [kind in FeedKind]: FeedReader };
  readonly walks: Pick<OwnerFeeds, "requestWalk">;
  readonly tally: FeedTally;
  readonly recent: RecentVisits;
  readonly notices: FeedNotices;
  readonly hints: Pick<HintPrecision, "learn">;
  readonly pageSizes: PageSizes;
  readonly quarantine: Quarantine;
  readonly retryQuarantined: QuarantineRetry;
};

/**
 * How many characters of an unreadable page are kept. They are kept as evidence, because the page may be readable on
 * the next try.
 */
const evidenceLength = 10_000;

type UnderWay = VisitParts & { readonly source: SizedSource; readonly note: VisitNote };

/**
 * Polls a feed until its end, or until the allowance or the time is spent. A worker that loses a compare-and-set makes
 * the feed due again and stops.
 */
export async function visitFeed(given: VisitParts, visit: Visit): Promise<VisitEnd> {
  const { feeds, clock } = given;
  const nowRevAtStart = visit.feed.nowRev;
  if (visit.feed.status === "paused") {
    // The tick sent a poll of a paused feed, so the feed is taken off the wheel.
    await feeds.leave(visit.feed, toSlot(visit.feed));
    return { outcome: "skipped" };
  }
  const lost = async (): Promise<VisitEnd> => {
    // The visit that saved the feed first may have begun before this poll was requested, so the feed is made due again.
    // Without this, it would wait until this message's time is up.
    await feeds.waitFor(visit.feed, clock.now(), nowRevAtStart);
    return { outcome: "conflict" };
  };
  const begun = await rewoundFeed(given, visit.feed, visit.rewind);
  if (begun === undefined) return lost();
  if (mustWait(begun, clock.now())) {
    await leave(given, begun, nowRevAtStart, { outcome: "skipped" });
    return { outcome: "skipped" };
  }
  const source = new SizedSource({ ...given, source: visit.source }, begun);
  const note = new VisitNote(visit.beganAt);
  const parts: UnderWay = { ...given, source, note };
  const taken = await takeSteps(parts, { ...visit, feed: begun, source });
  const { feed, end, changed } = taken;
  const failed = isSourceFault(end);
  parts.recent.ended(feed.instance, { feedId: feed.feedId, took: clock.now() - visit.beganAt, failed });
  if (isOwnersFirstContact(begun)) parts.tally.addDocumentPages(begun.instance, source.pages);
  if (end.outcome === "conflict") return lost();
  // If no requests were left for retries, the failure says nothing about the feed.
  const ofInstance = failed && (source.ranOut || parts.recent.isOfInstance(feed, visit.failingPart));
  const visited: Concluding = { ...taken, end, ofInstance, beganAt: visit.beganAt, nowRevAtStart };
  const concluded = await concludeSafely(parts, visited);
  if (concluded.outcome === "conflict") return lost();
  if (feed.hint !== undefined && concluded.outcome === "done")
    await given.hints.learn(feed.instance, feed.hint, changed > 0);
  return concluded;
}

type Concluding = Taken & {
  readonly end: PassEnd;
  readonly ofInstance: boolean;
  readonly beganAt: number;
  readonly nowRevAtStart: number;
};

/**
 * If the visit's last write fails, for example because a position is too large to be stored, only this feed fails and
 * keeps its last position. If the error were thrown, the message would be delivered again, and all of its feeds would
 * be polled again.
 */
async function concludeSafely(parts: UnderWay, visited: Concluding): Promise<VisitEnd> {
  try {
    return await conclude(parts, visited);
  } catch (error) {
    return conclude(parts, { ...visited, end: failedBecauseOf(parts, visited.feed, error), waiting: undefined });
  }
}

async function conclude(
  parts: UnderWay,
  { feed, end, ofInstance, progressed, further, waiting, beganAt, nowRevAtStart }: Concluding,
): Promise<VisitEnd> {
  const { clock, randomness, notices, note, source, timings } = parts;
  note.ended(end);
  if (end.outcome === "failed" && end.unreadable !== undefined) {
    const { instance, feedId } = feed;
    await parts.quarantine.keep(instance, feedId, [end.unreadable.slice(0, evidenceLength)], end.reason);
  }
  const now = clock.now();
  const { ranOut } = source;
  const status = statusPatch(feed, end, {
    ...timings,
    now,
    progressed,
    further,
    ranOut,
    ofInstance,
    jitter: randomness.fraction(),
  });
  const unsaved = waiting && positionPatch(feed, waiting, beganAt, now);
  const needed: FeedPatch = { ...unsaved, ...status, ...source.patch(end) };
  if (Object.keys(needed).length === 0) {
    await leave(parts, feed, nowRevAtStart, end);
    return end;
  }
  const patch: FeedPatch = { ...needed, ...readPatch(feed, end, now, timings) };
  await notifyOfStall(notices, feed, patch, now);
  const level = levelAfter({ ...feed, ...unsaved }, timings, now);
  const { retryAt } = status;
  const leaving: Leaving =
    ofInstance && retryAt !== undefined
      ? soonAgain(retryAt, now, nowRevAtStart)
      : leavingOf(feed, nowRevAtStart, end, level, retryAt);
  const saved = await save(parts, feed, patch, leaving);
  return saved.outcome === "conflict" ? { outcome: "conflict" } : end;
}

/** Logs the error instead of throwing it, because a failure of one feed must not stop the message's other feeds. */
function failedBecauseOf({ logger }: VisitParts, { feedId }: Feed, error: unknown): PassEnd {
  logger.error("feed.failed", error, { feedId });
  return { outcome: "failed", reason: error instanceof FeedhookError ? error.code : "internal_error" };
}

type Taken = {
  readonly feed: Feed;
  readonly end: PassEnd | { readonly outcome: "conflict" };
  readonly progressed: boolean;
  readonly further: boolean;
  readonly changed: number;
  /** The position after the last step, if it can be written together with the end of the visit. */
  readonly waiting?: Position | undefined;
};

async function takeSteps(parts: UnderWay, visit: Visit): Promise<Taken> {
  let { feed } = visit;
  let progressed = false;
  let further = false;
  let changed = 0;
  let waiting: Position | undefined;
  try {
    if (feed.retryQuarantined === true) {
      const retried = await parts.retryQuarantined(visit);
      if (retried.outcome !== "done") return { feed, end: retried, progressed, further, changed };
      const saved = await save(parts, feed, { retryQuarantined: undefined });
      if (saved.outcome === "conflict") return { feed, end: { outcome: "conflict" }, progressed, further, changed };
      feed = { ...feed, retryQuarantined: undefined, rev: saved.rev, stats: saved.stats };
    }
    const steps = parts.readers[feed.kind].read({ ...visit, feed });
    for (;;) {
      const next = await steps.next();
      if (next.done === true) return { feed, end: next.value, progressed, further, changed, waiting };
      const step = next.value;
      const observed = await step.observe();
      if (observed.outcome === "incomplete") {
        const end = endBecauseOf(observed);
        const gotFurther = progressed && step.opening !== true;
        return { feed, end, progressed: gotFurther, further, changed, waiting };
      }
      const { position } = observed;
      progressed = true;
      further ||= step.further === true;
      changed += observed.changed;
      count(parts, feed, observed);
      const { requestsWalk } = position;
      if (requestsWalk !== undefined) await parts.walks.requestWalk(feed.instance, requestsWalk);
      // This step's checkpoint also covers the position that an earlier step left unwritten.
      waiting = step.mayWait === true ? position : undefined;
      if (waiting !== undefined) continue;
      const patch = positionPatch(feed, position, visit.beganAt, parts.clock.now());
      if (patch === undefined) continue;
      const saved = await save(parts, feed, patch);
      if (saved.outcome === "conflict") return { feed, end: { outcome: "conflict" }, progressed, further, changed };
      feed = { ...feed, ...patch, rev: saved.rev, stats: saved.stats };
    }
  } catch (error) {
    return { feed, end: failedBecauseOf(parts, feed, error), progressed, further, changed, waiting };
  }
}

/** Owners that were found later aren't part of the instance's first contact. */
function isOwnersFirstContact({ class: feedClass, drained, knownSince }: Feed): boolean {
  return feedClass === "owners" && !drained && knownSince !== undefined;
}

function count(parts: UnderWay, feed: Feed, { changed, counts }: Observed): void {
  const { tally, metrics, note, source } = parts;
  const { feedId, instance } = feed;
  const { missed = 0, rows = changed } = counts ?? {};
  note.read(rows, changed);
  const pages = source.newPages();
  const isFirstContact = pages > 0 && !feed.drained && feed.class !== "owners";
  const read = counts ?? { rows: changed, duplicates: 0, missed: 0, quarantined: 0 };
  tally.add(feedId, isFirstContact ? { ...read, pages } : read);
  if (missed > 0) metrics.record("polling.rows_missed", missed, instance);
}

/** Adds unwritten statistics and the visit's entry in the history to a write that happens anyway. */
async function save(
  { feeds, tally, note, source, clock }: UnderWay,
  feed: Feed,
  patch: FeedPatch,
  leaving?: Leaving,
): Promise<SaveOutcome & { readonly stats: Feed["stats"] }> {
  const stats = tally.sum(feed) ?? feed.stats;
  const visits = note.after(feed, source.requests, clock.now());
  const all = { ...patch, visits, ...(stats !== feed.stats && { stats }) };
  const saved = await feeds.save(feed, all, leaving);
  if (saved.outcome === "ok") tally.written(feed.feedId);
  return { ...saved, stats };
}

/** Returns undefined if nothing changed: an empty poll writes nothing (docs/architecture.md#idle-costs-only-reads). */
function positionPatch(feed: Feed, position: Position, beganAt: number, now: number): Partial<Feed> | undefined {
  const { checkpoint, drained, watermark } = position;
  const moved = feed.checkpoint === undefined || !isSameJson(feed.checkpoint, checkpoint);
  const patch: Partial<Feed> = {
    ...(moved && { checkpoint }),
    ...(drained === true && !feed.drained && { drained }),
    ...(watermark !== undefined && watermark !== feed.watermark && { watermark }),
  };
  if (Object.keys(patch).length === 0) return undefined;
  const changeRate = changeRateAfter(feed, position.observedChanges, beganAt, now);
  return changeRate === undefined ? patch : { ...patch, changeRate };
}

async function leave(
  { feeds, clock, timings }: VisitParts,
  feed: Feed,
  nowRevAtStart: number,
  end: VisitEnd,
): Promise<void> {
  // A poll request that wasn't served waits until the backoff ends. A walk stays requested instead, and a parked feed
  // becomes due again on its wheel.
  if (end.outcome === "skipped" && feed.class !== "walks" && feed.status !== "parked") {
    await feeds.waitFor(feed, feed.retryAt ?? clock.now(), nowRevAtStart);
    return;
  }
  const level = levelAfter(feed, timings, clock.now());
  await feeds.leave(feed, leavingOf(feed, nowRevAtStart, end, level, feed.retryAt));
}
