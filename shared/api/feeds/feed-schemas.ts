import { z } from "@hono/zod-openapi";
import { feedClass, feedKind } from "../../schedule/feeds/feed.ts";
import { instanceName } from "../../source/instance.ts";
import { pageOf, paging } from "../http/cursor.ts";
import { budgetAnswer } from "../status/budget-view.ts";

const className = z.enum(feedClass.options);
const instant = z.iso.datetime();

export const feedQuery = z.strictObject({
  instance: instanceName.clone().openapi({ example: "acme" }),
  class: className.optional().openapi({ description: "Only those." }),
  ...paging,
});

export const feedParams = z.object({
  id: z
    .string()
    .min(1)
    .max(1_024)
    .openapi({
      param: { name: "id", in: "path" },
      description: "As listed, percent-encoded: it holds `#`.",
      example: "acme#owner#Company#k2Jm",
    }),
});

export const rewindInput = z
  .strictObject({
    to: z.iso.datetime({ offset: true }).optional().openapi({
      description: "Read again what changed since then, as the source dates it; absent: from the start.",
      example: "2026-11-20T00:00:00Z",
    }),
  })
  .openapi("Rewind");

const statistics = z
  .object({
    ...{ rows: z.int(), duplicates: z.int(), missed: z.int(), quarantined: z.int() },
    pages: z.int().optional().openapi({ description: "Pages that its first contact read; absent of owners." }),
  })
  .openapi({
    description:
      "Since the feed stands: rows read, those known already, those that only the sweep or a walk found, and those put aside.",
  });

const visits = z
  .object({
    since: instant.openapi({ description: "When the first of them began." }),
    lastAt: instant.openapi({ description: "When the last of them began." }),
    visits: z.int().openapi({ description: "How many visits in a row went like this: found nothing and ended alike." }),
    tookMs: z.int().openapi({ description: "The last one." }),
    requests: z.int().openapi({ description: "Of all of them; repeats after faults aren't counted." }),
    rows: z.int().openapi({ description: "Read, those known already included." }),
    changes: z.int().openapi({ description: "Found." }),
    outcome: z.enum(["done", "yielded", "waiting", "saved", "failed", "parked"]).openapi({
      description:
        "How the last one ended. `done`: read to the end. `yielded`: the budget or the time ended first. `waiting`: the rest comes later. `saved`: it saved its place and noted nothing about its end.",
    }),
    reason: z.string().optional().openapi({ description: "Why it failed or is parked.", example: "unavailable_503" }),
  })
  .openapi("FeedVisits");

export const feedAnswer = z
  .object({
    id: z.string().openapi({ example: "acme#owner#Company#k2Jm" }),
    instance: z.string().openapi({ example: "acme" }),
    kind: z.enum(feedKind.options),
    class: className,
    owner: z.object({ type: z.string(), id: z.string() }).optional(),
    query: z.record(z.string(), z.string()).openapi({ description: "Sent with every page; it never changes." }),
    status: z.enum(["active", "backing_off", "parked", "paused"]),
    drained: z.boolean().openapi({ description: "Whether its first contact was read to its end." }),
    lastPoll: instant.optional().openapi({ description: "Empty polls note it once a minute at most, owners' never." }),
    readUpTo: instant.optional().openapi({ description: "Change time up to which it is read." }),
    lagSeconds: z.number().optional().openapi({ description: "Since the last poll that was noted.", example: 12.4 }),
    failures: z.int().openapi({ description: "In a row." }),
    retryAt: instant.optional(),
    lastError: z.string().optional(),
    stalledSince: instant.optional(),
    rewinding: z.literal(true).optional().openapi({ description: "Its next visit starts further back." }),
    periodSeconds: z.number().optional().openapi({ description: "Of owners: between two visits, lately." }),
    changesPerDay: z.number().optional().openapi({ description: "Of owners: what is expected, in the long run." }),
    estimated: z.literal(true).optional().openapi({ description: "Poll times are told from the schedule." }),
    statistics: statistics.optional(),
  })
  .openapi("Feed");

export const feedDetail = feedAnswer
  .extend({
    visits: z.array(visits).openapi({
      description:
        "Its last visits, newest first: of owners 6 entries, of other feeds 12. Only visits that wrote something are told: an empty one writes once a minute at most, an owner's never.",
    }),
  })
  .openapi("FeedDetail");

export const feedPage = pageOf(feedAnswer)
  .extend({
    budget: budgetAnswer.optional().openapi({ description: "What all of them share; absent before the first tick." }),
  })
  .openapi("FeedPage");

export const slowestOwnersAnswer = z.object({ items: z.array(feedAnswer) }).openapi("SlowestOwners");
