import { isSameJson } from "../../kernel/canonical-json.ts";
import { FeedhookError } from "../../kernel/errors.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { Metrics } from "../../kernel/ports/metrics.ts";
import type { Randomness } from "../../kernel/ports/randomness.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Feed, FeedKind } from "../../schedule/feeds/feed.ts";
import { mustWait } from "../../schedule/feeds/feed-state.ts";
import type { FeedPatch, FeedStore, Leaving, SaveOutcome } from "../../schedule/feeds/feed-store.ts";
import type { HintPrecision } from "../../schedule/feeds/hint-precision.ts";
import type { OwnerFeeds } from "../../schedule/feeds/owner-feeds.ts";
import type { OwnerCaps } from "../../schedule/rates/owner-levels.ts";
import { endBecauseOf, type FeedReader, type PassEnd, type Position, type Visit } from "../feed-reader.ts";
import type { QuarantineRetry } from "../quarantine/retry-quarantined.ts";
import type { Observed } from "../rows/record-sink.ts";
import type { Quarantine } from "../rows/row-sinks.ts";
import { changeRateAfter, levelAfter } from "./change-rate-after.ts";
import { type FeedNotices, notifyOfStall } from "./feed-notices.ts";
import { statusPatch } from "./feed-status.ts";
import type { FeedTally } from "./feed-tally.ts";
import { rewoundFeed } from "./rewound-feed.ts";
import { SizedSource } from "./sized-source.ts";

export type VisitParts = {
  readonly feeds: Pick<FeedStore, "saveCheckpoint" | "saveAndLeave" | "requestPoll" | "restoreSlot">;
  readonly readers: { readonly [kind in FeedKind]: FeedReader };
  readonly walks: Pick<OwnerFeeds, "requestWalk">;
  readonly tally: FeedTally;
  readonly notices: FeedNotices;
  readonly hints: Pick<HintPrecision, "learn">;
  readonly quarantine: Quarantine;
  readonly retryQuarantined: QuarantineRetry;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly timings: Pick<Timings, "polledAtGap" | "stallAfter"> & OwnerCaps;
};

/** Characters that are kept of a page that can't be read: it may read differently at every try. */
const evidenceLength = 10_000;

/** `lost`: another worker saved the feed meanwhile and goes on; `skipped`: its backoff isn't over. */
export type VisitEnd = PassEnd | { readonly outcome: "lost" } | { readonly outcome: "skipped" };

/**
 * Polls one feed: takes the reader's steps, brings each into the mirror and then saves its checkpoint, until the feed's
 * end, the allowance's or the time's. A worker that loses a compare-and-set stops and writes nothing more.
 */
export async function visitFeed(parts: VisitParts, visit: Visit): Promise<VisitEnd> {
  const { feeds, clock, randomness, notices, hints, timings } = parts;
  const nowRevAtStart = visit.feed.nowRev;
  if (visit.feed.status === "paused") {
    // A poll was requested all the same: the request is taken off the wheel again.
    await feeds.restoreSlot(visit.feed, nowRevAtStart);
    return { outcome: "skipped" };
  }
  const begun = await rewoundFeed(parts, visit.feed, visit.rewind);
  if (begun === undefined) return { outcome: "lost" };
  if (mustWait(begun, clock.now())) {
    await leave(parts, begun, nowRevAtStart, { outcome: "skipped" });
    return { outcome: "skipped" };
  }
  const source = new SizedSource(visit.source, clock, begun.pageLimit);
  const { feed, end, progressed, changed, waiting } = await takeSteps(parts, { ...visit, feed: begun, source });
  if (end.outcome === "lost") return end;
  if (end.outcome === "failed" && end.unreadable !== undefined) {
    const { instance, feedId } = feed;
    await parts.quarantine.keep(instance, feedId, [end.unreadable.slice(0, evidenceLength)], end.reason);
  }
  const now = clock.now();
  const status = statusPatch(feed, end, { ...timings, now, progressed, jitter: randomness.fraction() });
  const unsaved = waiting && positionPatch(feed, waiting, visit.beganAt, now);
  const patch: FeedPatch = { ...unsaved, ...status, ...source.patch(end) };
  if (Object.keys(patch).length === 0) await leave(parts, feed, nowRevAtStart, end);
  else {
    await notifyOfStall(notices, feed, patch, now);
    const level = levelAfter({ ...feed, ...unsaved }, timings, now);
    const saved = await save(parts, feed, patch, leavingOf(feed, nowRevAtStart, end, level));
    if (saved.outcome === "conflict") return { outcome: "lost" };
  }
  if (feed.hint !== undefined && end.outcome === "done") await hints.learn(feed.instance, feed.hint, changed > 0);
  return end;
}

type Taken = {
  readonly feed: Feed;
  readonly end: PassEnd | { readonly outcome: "lost" };
  /** A step was taken. */
  readonly progressed: boolean;
  /** How many changes its steps brought. */
  readonly changed: number;
  /** Where the last step led, if that may be written along with the visit's end. */
  readonly waiting?: Position | undefined;
};

async function takeSteps(parts: VisitParts, visit: Visit): Promise<Taken> {
  let { feed } = visit;
  let progressed = false;
  let changed = 0;
  let waiting: Position | undefined;
  try {
    if (feed.retryQuarantined === true) {
      const retried = await parts.retryQuarantined(visit);
      if (retried.outcome !== "done") return { feed, end: retried, progressed, changed };
      const saved = await save(parts, feed, { retryQuarantined: undefined });
      if (saved.outcome === "conflict") return { feed, end: { outcome: "lost" }, progressed, changed };
      feed = { ...feed, retryQuarantined: undefined, rev: saved.rev, stats: saved.stats };
    }
    const steps = parts.readers[feed.kind].read({ ...visit, feed });
    for (;;) {
      const next = await steps.next();
      if (next.done === true) return { feed, end: next.value, progressed, changed, waiting };
      const step = next.value;
      const observed = await step.observe();
      if (observed.outcome === "incomplete") return { feed, end: endBecauseOf(observed), progressed, changed, waiting };
      const { position } = observed;
      progressed = true;
      changed += observed.changed;
      count(parts, feed, observed);
      const { requestsWalk } = position;
      if (requestsWalk !== undefined) await parts.walks.requestWalk(feed.instance, requestsWalk);
      // What an earlier step left waiting stands in this one's checkpoint, too.
      waiting = step.mayWait === true ? position : undefined;
      if (waiting !== undefined) continue;
      const patch = positionPatch(feed, position, visit.beganAt, parts.clock.now());
      if (patch === undefined) continue;
      const saved = await save(parts, feed, patch);
      if (saved.outcome === "conflict") return { feed, end: { outcome: "lost" }, progressed, changed };
      feed = { ...feed, ...patch, rev: saved.rev, stats: saved.stats };
    }
  } catch (error) {
    // One feed's trouble must not take along the others of its message.
    parts.logger.error("feed.failed", error, { feedId: feed.feedId });
    const reason = error instanceof FeedhookError ? error.code : "internal_error";
    return { feed, end: { outcome: "failed", reason }, progressed, changed, waiting };
  }
}

function count({ tally, metrics }: VisitParts, { feedId, instance }: Feed, { changed, counts }: Observed): void {
  const { missed = 0 } = counts ?? {};
  tally.add(feedId, counts ?? { rows: changed, duplicates: 0, missed: 0, quarantined: 0 });
  if (missed > 0) metrics.record("polling.rows_missed", missed, instance);
}

/** Statistics go along with what is written anyway. */
async function save(
  { feeds, tally }: VisitParts,
  feed: Feed,
  patch: FeedPatch,
  leaving?: Leaving,
): Promise<SaveOutcome & { readonly stats: Feed["stats"] }> {
  const stats = tally.sum(feed) ?? feed.stats;
  const all = { ...patch, ...(stats !== feed.stats && { stats }) };
  const saved = await (leaving === undefined
    ? feeds.saveCheckpoint(feed, all)
    : feeds.saveAndLeave(feed, all, leaving));
  if (saved.outcome === "saved") tally.written(feed.feedId);
  return { ...saved, stats };
}

/**
 * Undefined where the step found nothing: an empty poll writes nothing (docs/architecture.md#idle-costs-only-reads).
 */
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

/** The visit's last write where nothing else is left to write. */
async function leave(
  { feeds, clock, timings }: VisitParts,
  feed: Feed,
  nowRevAtStart: number,
  end: VisitEnd,
): Promise<void> {
  // A standing poll request wasn't served: it waits for the backoff's end. A parked feed is due again on its wheel.
  if (end.outcome === "skipped" && feed.class !== "walks" && feed.status !== "parked") return;
  const leaving = leavingOf(feed, nowRevAtStart, end, levelAfter(feed, timings, clock.now()));
  if (leaving.to === "slot") await feeds.restoreSlot(feed, nowRevAtStart, leaving.level);
  else await feeds.requestPoll([feed.feedId], leaving.to);
}

/** Back into its slot, or at the next tick again where there is more to read. */
function leavingOf(feed: Feed, nowRevAtStart: number, end: VisitEnd, level: number): Leaving {
  // A walk's slot comes round once a day: after a fault it goes on as soon as its backoff is over.
  const faulty = end.outcome === "failed" || end.outcome === "refused" || end.outcome === "skipped";
  const goesOn = end.outcome === "yielded" || end.outcome === "waiting" || (feed.class === "walks" && faulty);
  if (!goesOn) return { to: "slot", level, nowRevAtStart };
  return { to: end.outcome === "yielded" && end.ahead === true ? "ahead" : "now" };
}
