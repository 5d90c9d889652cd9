import type { z } from "@hono/zod-openapi";
import type { Feed, FeedVisits } from "../../schedule/feeds/feed.ts";
import { rateOf } from "../../schedule/rates/change-rate.ts";
import { visitEstimate } from "../../schedule/wheel/owners-estimate.ts";
import type { Plan } from "../../schedule/wheel/plan.ts";
import { isoTime } from "../http/iso-time.ts";
import type { feedAnswer, feedDetail } from "./feed-schemas.ts";

/** A feed as operators see it, without its checkpoint, which only its reader understands. */
export function feedView(feed: Feed, plan: Plan | undefined, now: number): z.input<typeof feedAnswer> {
  const { feedId, instance, kind, owner, query, status, drained, polledAt, failures, lastError, stats } = feed;
  return {
    ...{ id: feedId, instance, kind, class: feed.class, owner, query, status, drained, failures, lastError },
    lastPoll: isoTime(polledAt),
    readUpTo: isoTime(feed.watermark),
    lagSeconds: polledAt === undefined ? undefined : Math.max(0, now - polledAt) / 1_000,
    retryAt: isoTime(feed.retryAt),
    stalledSince: isoTime(feed.stalledSince),
    ...(feed.rewind !== undefined && { rewinding: true }),
    statistics: stats,
    ...(feed.changeRate !== undefined && { changesPerDay: rounded(rateOf(feed.changeRate, now) * day) }),
    ...(feed.class === "owners" && plan !== undefined && estimated(feed, plan, now)),
  };
}

/** A feed with its last visits, newest first. */
export function feedDetailView(feed: Feed, plan: Plan | undefined, now: number): z.input<typeof feedDetail> {
  return { ...feedView(feed, plan, now), visits: (feed.visits ?? []).map(visitsView).toReversed() };
}

const outcomes = ["done", "yielded", "waiting", "saved", "failed", "parked"] as const;

function visitsView([since, at, visits, tookMs, requests, rows, changes, ended]: FeedVisits) {
  const [word = "", reason] = ended.split(/:(.*)/s);
  const outcome = outcomes.find((one) => one === word) ?? "saved";
  return {
    since: isoTime(since),
    lastAt: isoTime(at),
    visits,
    tookMs,
    requests,
    rows,
    changes,
    outcome,
    ...(reason && { reason }),
  };
}

/** The estimate for an owner's feed, whose idle visits leave no trace. */
function estimated({ level, feedId, failingSince }: Feed, { owners }: Plan, now: number) {
  const { period, polledAt: passedAt } = visitEstimate(owners, level, feedId, now);
  // Since the failures began, the feed may have had turns, but its visits read nothing.
  const polledAt = failingSince === undefined ? passedAt : Math.min(failingSince, passedAt ?? failingSince);
  return {
    estimated: true,
    ...(polledAt !== undefined && { lastPoll: isoTime(polledAt), lagSeconds: Math.max(0, now - polledAt) / 1_000 }),
    ...(period !== undefined && { periodSeconds: rounded(period / 1_000) }),
  } as const;
}

const day = 86_400_000;

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
