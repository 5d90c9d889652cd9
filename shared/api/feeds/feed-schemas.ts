import { z } from "@hono/zod-openapi";
import { feedClass, feedKind } from "../../schedule/feeds/feed.ts";
import { instanceName } from "../../source/instance.ts";
import { pageOf, paging } from "../http/cursor.ts";
import { budgetAnswer } from "../status/budget-view.ts";

const className = z.enum(feedClass.options);
const instant = z.iso.datetime();

export const feedQuery = z.strictObject({
  instance: instanceName.clone().openapi({ example: "acme" }),
  class: className.optional().openapi({ description: "Return only these." }),
  ...paging,
});

export const feedParams = z.object({
  id: z
    .string()
    .min(1)
    .max(1_024)
    .openapi({
      param: { name: "id", in: "path" },
      description: "The feed's id, percent-encoded because it contains `#`.",
      example: "acme#owner#Company#k2Jm",
    }),
});

export const rewindInput = z
  .strictObject({
    to: z.iso.datetime({ offset: true }).optional().openapi({
      description: "Read changes again from this instant, by the source's dates. Default: from the start.",
      example: "2026-11-20T00:00:00Z",
    }),
  })
  .openapi("Rewind");

const statistics = z
  .object({
    ...{ rows: z.int(), duplicates: z.int(), missed: z.int(), quarantined: z.int() },
    pages: z.int().optional().openapi({ description: "Pages read at first contact; absent for owners." }),
  })
  .openapi({
    description:
      "Totals since the feed exists: rows read, already known, found only by the sweep or a walk, and quarantined.",
  });

const visits = z
  .object({
    since: instant.openapi({ description: "When the first of these visits began." }),
    lastAt: instant.openapi({ description: "When the last of these visits began." }),
    visits: z.int().openapi({
      description: "How many consecutive visits this entry counts: visits that found nothing and ended the same way.",
    }),
    tookMs: z.int().openapi({ description: "The last one." }),
    requests: z.int().openapi({ description: "Requests of all these visits, without repeats after faults." }),
    rows: z.int().openapi({ description: "Rows read, including known ones." }),
    changes: z.int().openapi({ description: "Found." }),
    outcome: z.enum(["done", "yielded", "waiting", "saved", "failed", "parked"]).openapi({
      description:
        "How the last visit ended. `done`: read to the end. `yielded`: the budget or the time ran out. `waiting`: it continues later. `saved`: it saved its position, and its end wasn't recorded.",
    }),
    reason: z
      .string()
      .optional()
      .openapi({ description: "Why the visit failed or the feed is parked.", example: "unavailable_503" }),
  })
  .openapi("FeedVisits");

export const feedAnswer = z
  .object({
    id: z.string().openapi({ example: "acme#owner#Company#k2Jm" }),
    instance: z.string().openapi({ example: "acme" }),
    kind: z.enum(feedKind.options),
    class: className,
    owner: z.object({ type: z.string(), id: z.string() }).optional(),
    query: z
      .record(z.string(), z.string())
      .openapi({ description: "The query parameters of every request; they never change." }),
    status: z.enum(["active", "backing_off", "parked", "paused"]),
    drained: z.boolean().openapi({ description: "Whether first contact is read to the end." }),
    lastPoll: instant
      .optional()
      .openapi({ description: "Empty polls update it at most once a minute; owners' empty polls never do." }),
    readUpTo: instant.optional().openapi({ description: "The change time up to which the feed is read." }),
    lagSeconds: z.number().optional().openapi({ description: "Time since the last recorded poll.", example: 12.4 }),
    failures: z.int().openapi({ description: "Consecutive failures." }),
    retryAt: instant.optional(),
    lastError: z.string().optional(),
    stalledSince: instant.optional(),
    rewinding: z.literal(true).optional().openapi({ description: "Whether its next visit starts earlier." }),
    periodSeconds: z.number().optional().openapi({ description: "The recent time between two visits of an owner." }),
    changesPerDay: z.number().optional().openapi({ description: "The changes a day expected of an owner." }),
    estimated: z.literal(true).optional().openapi({ description: "Poll times are estimated from the schedule." }),
    statistics: statistics.optional(),
  })
  .openapi("Feed");

export const feedDetail = feedAnswer
  .extend({
    visits: z.array(visits).openapi({
      description:
        "The last visits, newest first: 6 entries for owners, 12 for other feeds. Only visits that wrote something appear: an empty visit writes at most once a minute, an owner's never.",
    }),
  })
  .openapi("FeedDetail");

export const feedPage = pageOf(feedAnswer)
  .extend({
    budget: budgetAnswer
      .optional()
      .openapi({ description: "Values shared by all feeds; absent before the first tick." }),
  })
  .openapi("FeedPage");

export const slowestOwnersAnswer = z.object({ items: z.array(feedAnswer) }).openapi("SlowestOwners");
