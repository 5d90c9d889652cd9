import { canonicalJson } from "../kernel/canonical-json.ts";
import { FeedhookError } from "../kernel/errors.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { Randomness } from "../kernel/ports/randomness.ts";
import type { Timings } from "../kernel/timings.ts";
import type { Feed, FeedKind } from "../schedule/feeds/feed.ts";
import type { FeedStore } from "../schedule/feeds/feed-store.ts";
import type { FeedReader, PassEnd, Step, Visit } from "./feed-reader.ts";
import { mustWait, statusPatch } from "./feed-status.ts";
import type { ObserveOutcome, RecordResource } from "./observation.ts";

/** Asks for a full walk of one resource at the next tick. */
export type WalkRequests = { wantWalk(instance: string, resource: RecordResource): Promise<void> };

export type VisitParts = {
  readonly feeds: Pick<FeedStore, "saveCheckpoint" | "wantNow" | "restoreSlot">;
  readonly readers: { readonly [kind in FeedKind]: FeedReader };
  readonly walks: WalkRequests;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly logger: Logger;
  readonly timings: Pick<Timings, "polledAtGap">;
};

/** `lost`: another worker saved the feed meanwhile and goes on; `skipped`: its backoff isn't over. */
export type VisitEnd = PassEnd | { readonly outcome: "lost" } | { readonly outcome: "skipped" };

/**
 * Polls one feed: takes the reader's steps, brings each into the mirror and then saves its checkpoint, until the feed's
 * end, the allowance's or the time's. A worker that loses a compare-and-set stops and writes nothing more.
 */
export async function visitFeed(parts: VisitParts, visit: Visit): Promise<VisitEnd> {
  const { feeds, clock, randomness, timings } = parts;
  const nowRevAtStart = visit.feed.nowRev;
  if (mustWait(visit.feed, clock.now())) {
    await leave(parts, visit.feed, nowRevAtStart, { outcome: "skipped" });
    return { outcome: "skipped" };
  }
  const { feed, end } = await takeSteps(parts, visit);
  if (end.outcome === "lost") return end;
  const input = { now: clock.now(), polledAtGap: timings.polledAtGap, jitter: randomness.fraction() };
  const patch = statusPatch(feed, end, input);
  if (Object.keys(patch).length > 0) {
    const saved = await feeds.saveCheckpoint(feed, patch);
    if (saved.outcome === "conflict") return { outcome: "lost" };
  }
  await leave(parts, feed, nowRevAtStart, end);
  return end;
}

type Taken = { readonly feed: Feed; readonly end: PassEnd | { readonly outcome: "lost" } };

async function takeSteps(parts: VisitParts, visit: Visit): Promise<Taken> {
  let { feed } = visit;
  try {
    const steps = parts.readers[feed.kind].read(visit);
    for (;;) {
      const next = await steps.next();
      if (next.done === true) return { feed, end: next.value };
      const step = next.value;
      const observed = await step.observe();
      if (observed.outcome === "incomplete") return { feed, end: endOfIncomplete(observed.reason) };
      if (step.wantsWalk !== undefined) await parts.walks.wantWalk(feed.instance, step.wantsWalk);
      const patch = stepPatch(feed, step);
      if (patch === undefined) continue;
      const saved = await parts.feeds.saveCheckpoint(feed, patch);
      if (saved.outcome === "conflict") return { feed, end: { outcome: "lost" } };
      feed = { ...feed, ...patch, rev: saved.rev };
    }
  } catch (error) {
    // One feed's trouble must not take along the others of its message.
    parts.logger.error("feed.failed", error, { feedId: feed.feedId });
    return { feed, end: { outcome: "failed", reason: error instanceof FeedhookError ? error.code : "internal_error" } };
  }
}

/** Undefined where the step found nothing: an empty poll writes nothing (architecture rule 6). */
function stepPatch(feed: Feed, { checkpoint, drained, watermark }: Step): Partial<Feed> | undefined {
  const moved = feed.checkpoint === undefined || canonicalJson(feed.checkpoint) !== canonicalJson(checkpoint);
  const patch: Partial<Feed> = {
    ...(moved && { checkpoint }),
    ...(drained === true && !feed.drained && { drained }),
    ...(watermark !== undefined && watermark !== feed.watermark && { watermark }),
  };
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function endOfIncomplete(reason: Extract<ObserveOutcome, { outcome: "incomplete" }>["reason"]): PassEnd {
  if (reason === "exhausted") return { outcome: "yielded" };
  return reason === "refused" ? { outcome: "refused", by: "forbidden" } : { outcome: "failed", reason };
}

/** The visit's last write: back into its slot, or at the next tick again where there is more to read. */
async function leave({ feeds }: VisitParts, feed: Feed, nowRevAtStart: number, end: VisitEnd): Promise<void> {
  // A wish that stands wasn't served: it waits for the backoff's end. A parked feed's turn is its wheel's.
  if (end.outcome === "skipped" && feed.class !== "walks" && feed.status !== "parked") return;
  // A walk's slot comes round once a day: after a fault it goes on as soon as its backoff is over.
  const faulty = end.outcome === "failed" || end.outcome === "refused" || end.outcome === "skipped";
  const goesOn = end.outcome === "yielded" || end.outcome === "waiting" || (feed.class === "walks" && faulty);
  if (goesOn) await feeds.wantNow([feed.feedId]);
  else await feeds.restoreSlot(feed, nowRevAtStart);
}
