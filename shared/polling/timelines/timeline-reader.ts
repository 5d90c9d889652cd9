import type { RecordResource } from "../../kernel/catalogue.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { earlier } from "../../kernel/instant.ts";
import { json } from "../../kernel/json.ts";
import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import type { FeedStore } from "../../schedule/feeds/feed-store.ts";
import { fixedFeeds } from "../../schedule/feeds/feeds-of-instance.ts";
import { type FeedReader, mapped, type PassEnd, type Position, type Step, type Visit } from "../feed-reader.ts";
import { observeRows } from "../observe/observe-rows.ts";
import type { RowSinks } from "../observe/row-sinks.ts";
import type { TimelineKey } from "../rows/record-row.ts";
import { firstLagging, type Lateness, lateRows, overlapOf, withLate } from "./lateness.ts";
import { type PassPage, readPass } from "./read-pass.ts";
import {
  type TimelineCheckpoint,
  type TimelinePosition,
  timelineCheckpointOf,
  withLag,
} from "./timeline-checkpoint.ts";

type TimelineParts = Context & RowSinks;

type PassKind = "fast" | "sweep";

/**
 * The fast pass reads from just behind the watermark. Some rows are committed too late for its overlap (hazard 4). To
 * find them, the sweep reads from further back once an hour, and from more than a day back once a day. A timeline
 * by `modified` starts `sweepOverlap` before the connection, because the timeline by `created` drains everything older.
 */
export function createTimelineReader(parts: TimelineParts): FeedReader {
  return {
    async *read(visit) {
      let checkpoint = timelineCheckpointOf(visit.feed.checkpoint, visit.feed.feedId);
      const start = checkpoint.fast ?? fastStart(checkpoint, visit, parts.timings);
      // Another feed's visit sets `connectedAt`. Until then, this timeline has no start.
      if (start === undefined) return { outcome: "yielded" };
      const fast = yield* readInto(parts, visit, "fast", start, checkpoint);
      if (fast.end.outcome !== "done") return fast.end;
      checkpoint = fast.checkpoint;
      const sweep =
        checkpoint.sweep === undefined
          ? newSweep(checkpoint, fast.serverNow, parts.timings)
          : { start: checkpoint.sweep, checkpoint };
      if (sweep === undefined) return withComplete(fast.end, fast, checkpoint, visit);
      const swept = yield* readInto(parts, visit, "sweep", sweep.start, sweep.checkpoint);
      const laggingSince = earlier(fast.laggingSince, swept.laggingSince);
      return withComplete(swept.end, { ...fast, laggingSince }, swept.checkpoint, visit);
    },
  };
}

function fastStart(
  { watermark, lateness }: TimelineCheckpoint,
  visit: Visit,
  timings: TimelineParts["timings"],
): TimelinePosition | undefined {
  if (watermark !== undefined) return { since: watermark - overlapOf(lateness, timings), reached: watermark };
  if (visit.feed.query["key"] !== "modified") return {};
  if (visit.connectedAt === undefined) return undefined;
  return { since: visit.connectedAt - timings.sweepOverlap, reached: visit.connectedAt - timings.sweepOverlap };
}

function newSweep(
  checkpoint: TimelineCheckpoint,
  serverNow: number,
  { sweepPeriod, sweepOverlap, deepSweepPeriod, deepSweepOverlap }: TimelineParts["timings"],
): { readonly start: TimelinePosition; readonly checkpoint: TimelineCheckpoint } | undefined {
  const { sweptAt, deepSweptAt = 0, laggingFrom } = checkpoint;
  if (sweptAt === undefined || serverNow - sweptAt < sweepPeriod) return undefined;
  const isDeep = serverNow - deepSweptAt >= deepSweepPeriod;
  const usual = sweptAt - sweepOverlap;
  const since = isDeep ? Math.min(usual, serverNow - deepSweepOverlap, laggingFrom ?? usual) : usual;
  const start = { since, ...(laggingFrom !== undefined && since <= laggingFrom && { sweptFrom: since }) };
  return { start, checkpoint: isDeep ? { ...checkpoint, deepSweptAt: serverNow } : checkpoint };
}

type PassResult = {
  readonly end: PassEnd;
  readonly checkpoint: TimelineCheckpoint;
  readonly serverNow: number;
  /** When the pass began (unix ms, the source's clock). */
  readonly beganAt: number;
  /** When a read by id first began to lag behind the pass (unix ms, our clock); 0 if unknown. */
  readonly laggingSince: number | undefined;
  /** When the previous pass began, if a read by id lagged behind it (unix ms, the source's clock). */
  readonly laggedFrom: number | undefined;
};

/**
 * If no pass can have missed a row, the mirror contains everything that the source showed when the visit's fast pass
 * began. If reads by id began to lag behind the list during this visit, the mirror is only known to contain
 * what the previous pass showed. A record whose read lags may have changed several times, so its row doesn't show which
 * changes the mirror lacks.
 */
function withComplete(
  end: PassEnd,
  { beganAt, laggingSince, laggedFrom }: Pick<PassResult, "beganAt" | "laggingSince" | "laggedFrom">,
  { tolerates: { since: lateness } = { since: 0 }, laggingFrom }: TimelineCheckpoint,
  visit: Visit,
): PassEnd {
  if (end.outcome !== "done" || lateness === 0 || laggingFrom !== undefined) return end;
  if (laggingSince === undefined) return { ...end, complete: { from: beganAt, lateness } };
  const isNew = laggingSince >= visit.beganAt;
  return isNew && laggedFrom !== undefined ? { ...end, complete: { from: laggedFrom, lateness } } : end;
}

async function* readInto(
  parts: TimelineParts,
  visit: Visit,
  name: PassKind,
  from: TimelinePosition,
  before: TimelineCheckpoint,
): AsyncGenerator<Step, PassResult, undefined> {
  const { feed } = visit;
  const list = {
    resourcePath: `/${resourceOf(feed)}`,
    key: keyOf(feed.query["key"]),
    margin: parts.timings.serverTimeMargin,
  };
  let checkpoint = before;
  let serverNow = 0;
  let beganAt = 0;
  let isFirst = true;
  const { sweptFrom } = from;
  let { lagging } = from;
  // If an earlier visit of this pass found lag, the time when the lag began is unknown.
  let laggingSince = lagging === undefined ? undefined : 0;
  const { laggedFrom } = before;
  const pages = readPass(visit, list, from);
  const end = yield* mapped(pages, async (page): Promise<Step> => {
    const draining = !checkpoint.drained;
    const { rows, repeated, moment, tie } = page;
    const { watermark } = checkpoint;
    const overlap = overlapOf(checkpoint.lateness, parts.timings);
    const next = advanced(checkpoint, name, page, { overlap, margin: list.margin });
    const leftToWalk = tie !== undefined && !checkpoint.ties.includes(tie);
    if (visit.connectedAt === undefined) await visit.connect(moment.asOf);
    const detectedBy = name === "sweep" ? "sweep" : "timeline";
    const passed = name === "sweep" && watermark !== undefined ? watermark - overlap : undefined;
    const seen = { rows, repeated, moment, draining, detectedBy, positionKey: list.key, passed } as const;
    // The walk waits for the end of first contact, so the last page of first contact requests it.
    const requestsWalk = leftToWalk || (draining && next.drained) ? resourceOf(feed) : undefined;
    // Each visit with a sweep reads the fast pass first and then reaches this step.
    const opening = name === "sweep" && isFirst && { opening: true as const };
    isFirst = false;
    return {
      ...(page.next === undefined && { mayWait: true }),
      ...opening,
      async observe() {
        const observed = await observeRows(parts, visit, seen);
        if (observed.outcome === "incomplete") return observed;
        // Only the mirror knows which rows are new or changed, so lateness is measured after the rows are observed.
        const late = watermark === undefined || draining ? [] : lateRows(rows, observed.news, list.key, watermark);
        lagging = earlier(lagging, firstLagging(rows, observed.leftOut, list.key));
        laggingSince = earlier(laggingSince, observed.laggingSince);
        const lag = { lagging, sweptFrom, beganAt: page.at.beganAt };
        checkpoint = withLag(measured(next, late, moment.asOf), name, lag, parts.timings);
        serverNow = moment.asOf;
        beganAt = page.at.beganAt ?? moment.asOf;
        return { ...observed, position: positionAt(checkpoint, requestsWalk) };
      },
    };
  });
  return { end, checkpoint, serverNow, beganAt, laggingSince, laggedFrom };
}

function positionAt(checkpoint: TimelineCheckpoint, requestsWalk: RecordResource | undefined): Position {
  const { drained, watermark } = checkpoint;
  return { checkpoint: json.parse(checkpoint), drained, ...defined({ watermark, requestsWalk }) };
}

function measured(checkpoint: TimelineCheckpoint, late: readonly number[], serverNow: number): TimelineCheckpoint {
  const lateness: Lateness | undefined = withLate(checkpoint.lateness, late, serverNow);
  return lateness === undefined ? checkpoint : { ...checkpoint, lateness };
}

function advanced(
  before: TimelineCheckpoint,
  name: PassKind,
  page: PassPage,
  times: { readonly overlap: number; readonly margin: number },
): TimelineCheckpoint {
  const { fast, sweep, ...rest } = before;
  const { at, next, tie } = page;
  const { watermark } = before;
  const risen = name === "fast" ? Math.max(at.reached ?? -Infinity, watermark ?? -Infinity) : (watermark ?? -Infinity);
  // First contact reads the whole timeline, so it counts as the first sweep and as the first deep sweep.
  const firstSweep = before.sweptAt === undefined;
  const sweepDone = next === undefined && (name === "sweep" || firstSweep);
  return {
    ...rest,
    ...(Number.isFinite(risen) && { watermark: risen }),
    ...defined({ fast, sweep, [name]: next }),
    ...(sweepDone && defined({ sweptAt: at.beganAt })),
    ...(sweepDone && firstSweep && defined({ deepSweptAt: at.beganAt })),
    ...defined({ tolerates: toleratedAfter(before, name, page, times) }),
    drained: before.drained || (next === undefined && name === "fast"),
    ties: tie === undefined || before.ties.includes(tie) ? before.ties : [...before.ties, tie].slice(-8),
  };
}

/**
 * A row that becomes visible behind a running pass is found by the next pass if the row's lateness is at most the
 * overlap minus the running pass's duration. So a pass that takes at most half of the overlap tolerates a lateness of
 * the other half. A longer pass counts as tolerating no lateness. The sweep finds what passes missed before the sweep
 * began.
 */
function toleratedAfter(
  { tolerates, drained, sweep }: TimelineCheckpoint,
  name: PassKind,
  { at: { beganAt }, next, moment }: PassPage,
  { overlap, margin }: { readonly overlap: number; readonly margin: number },
): TimelineCheckpoint["tolerates"] {
  const most = Math.floor(overlap / 2);
  if (name === "sweep") {
    const sweeping = sweep === undefined ? most : (tolerates?.sweeping ?? 0);
    return next === undefined ? { since: sweeping } : { since: tolerates?.since ?? 0, sweeping };
  }
  if (next !== undefined) return tolerates;
  const own = moment.asOf + margin - (beganAt ?? 0) <= most ? most : 0;
  if (!drained) return { since: own };
  if (tolerates === undefined) return undefined;
  const { since, sweeping } = tolerates;
  return { since: Math.min(since, own), ...(sweeping !== undefined && { sweeping: Math.min(sweeping, own) }) };
}

function keyOf(key: string | undefined): TimelineKey {
  return key === "created" || key === "modified" ? key : "changed";
}

/** A walk before the resource's timelines are drained would only repeat their work. */
export async function drainedTimelines(feeds: FeedStore, instance: string, resource: RecordResource): Promise<boolean> {
  const timelines = fixedFeeds(instance).filter(({ kind }) => kind === `${resource}-timeline`);
  const standing = await feeds.loadAll(timelines.map(({ feedId }) => feedId));
  return standing.length === timelines.length && standing.every(({ drained }) => drained);
}
