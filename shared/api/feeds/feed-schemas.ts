import { z } from "@hono/zod-openapi";
import { isoTime } from "../../kernel/instant.ts";
import { type Feed, type FeedVisits, feedClass, feedKind } from "../../schedule/feeds/feed.ts";
import { rateOf } from "../../schedule/rates/change-rate.ts";
import { visitEstimate } from "../../schedule/wheel/owners-estimate.ts";
import type { Plan } from "../../schedule/wheel/plan.ts";
import { instanceName } from "../../source/instance.ts";
import { pageOf, paging } from "../http/cursor.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { budgetAnswer } from "../status/budget-view.ts";

const className = z.enum(feedClass.options);
const instant = z.iso.datetime();

export const feedQuery = z.strictObject({
  instance: instanceName.clone().openapi({ example: "acme" }),
  class: className.optional().openapi({ description: "Return only feeds of this class." }),
  ...paging,
});

export const feedId = z.string().min(1).max(1_024).openapi({
  description: "The feed's ID. Percent-encode it, because it contains `#`.",
});

export const feedParams = z.object({ id: feedId.openapi({ example: "acme#owner#Company#k2Jm" }) });

const statistics = z
  .object({
    ...{ rows: z.int(), duplicates: z.int(), missed: z.int(), quarantined: z.int() },
    pages: z.int().optional().openapi({ description: "The number of pages read at first contact. Absent for owners." }),
  })
  .openapi({
    description:
      "Totals since the feed was created: rows read, rows already known, rows found only by the sweep, a walk or a scrub, and rows quarantined.",
  });

const visits = answerSchema("FeedVisits", {
  since: instant.openapi({ description: "When the first of these visits began." }),
  lastAt: instant.openapi({ description: "When the last of these visits began." }),
  visits: z.int().openapi({
    description:
      "The number of consecutive visits in this entry. Visits that find nothing and end the same way share an entry.",
  }),
  tookMs: z.int().openapi({ description: "The duration of the last visit in milliseconds." }),
  requests: z.int().openapi({ description: "The number of requests in all these visits, not counting retries." }),
  rows: z.int().openapi({ description: "The number of rows read, including known ones." }),
  changes: z.int().openapi({ description: "The number of changes found." }),
  outcome: z.enum(["done", "yielded", "waiting", "saved", "failed", "parked"]).openapi({
    description:
      "How the last visit ended. `done`: it read to the end. `yielded`: the budget or the time ran out. `waiting`: it continues later. `saved`: it saved its position, but its end wasn't recorded.",
  }),
  reason: z
    .string()
    .optional()
    .openapi({ description: "Why the visit failed or the feed is parked.", example: "unavailable_503" }),
});

export const feedAnswer = answerSchema("Feed", {
  id: z.string().openapi({ example: "acme#owner#Company#k2Jm" }),
  instance: z.string().openapi({ example: "acme" }),
  kind: z.enum(feedKind.options),
  class: className,
  owner: z.object({ type: z.string(), id: z.string() }).optional(),
  query: z
    .record(z.string(), z.string())
    .openapi({ description: "The query parameters of every request. They never change." }),
  status: z.enum(["active", "backing_off", "parked", "paused"]),
  drained: z.boolean().openapi({ description: "Whether the feed's first contact is complete." }),
  lastPoll: instant.optional().openapi({
    description:
      "When the feed was last polled. Polls that find nothing update this time at most once a minute. For owners, the time is estimated (see `estimated`).",
  }),
  readUpTo: instant.optional().openapi({ description: "The time up to which changes have been read." }),
  lagSeconds: z.number().optional().openapi({ description: "The number of seconds since `lastPoll`.", example: 12.4 }),
  failures: z.int().openapi({ description: "The number of consecutive failures." }),
  retryAt: instant.optional(),
  lastError: z.string().optional(),
  stalledSince: instant.optional(),
  rewinding: z.literal(true).optional().openapi({
    description: "Set if the next visit starts from an earlier position.",
  }),
  periodSeconds: z.number().optional().openapi({
    description: "The recent interval between visits to the owner, in seconds.",
  }),
  changesPerDay: z.number().optional().openapi({
    description: "The number of changes per day that Feedhook expects for the owner.",
  }),
  estimated: z.literal(true).optional().openapi({
    description: "Set if the poll times are estimated from the schedule.",
  }),
  statistics: statistics.optional(),
});

export const feedDetail = feedAnswer
  .extend({
    visits: z.array(visits).openapi({
      description:
        "The most recent visits, newest first: up to 6 entries for owners and 12 for other feeds. Visits that find nothing are recorded at most once a minute, and never for owners.",
    }),
  })
  .openapi("FeedDetail");

export const feedPage = pageOf(feedAnswer)
  .extend({
    budget: budgetAnswer
      .optional()
      .openapi({ description: "The request budget that the instance's feeds share. Absent before the first tick." }),
  })
  .openapi("FeedPage");

export const slowestOwnersAnswer = answerSchema("SlowestOwners", { items: z.array(feedAnswer) });

/** Leaves out the checkpoint, which only the feed's reader understands. */
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

/** An owner's idle visits leave no trace, so the last poll is estimated. */
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
