import type { z } from "@hono/zod-openapi";
import type { Feed } from "../../schedule/feeds/feed.ts";
import type { feedAnswer } from "./feed-schemas.ts";

/** A feed as an operator sees it; its checkpoint is its reader's own. */
export function feedView(feed: Feed, now: number): z.input<typeof feedAnswer> {
  const { feedId, instance, kind, owner, query, status, drained, polledAt, failures, lastError, stats } = feed;
  return {
    ...{ id: feedId, instance, kind, class: feed.class, owner, query, status, drained, failures, lastError },
    lastPoll: instant(polledAt),
    readUpTo: instant(feed.watermark),
    lagSeconds: polledAt === undefined ? undefined : Math.max(0, now - polledAt) / 1_000,
    retryAt: instant(feed.retryAt),
    stalledSince: instant(feed.stalledSince),
    ...(feed.rewind !== undefined && { rewinding: true }),
    statistics: stats,
  };
}

const instant = (ms: number | undefined): string | undefined => (ms === undefined ? ms : new Date(ms).toISOString());
