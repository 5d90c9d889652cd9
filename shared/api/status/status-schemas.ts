import { z } from "@hono/zod-openapi";
import { instanceState } from "../instances/instance-schemas.ts";
import { attention } from "./attention-schema.ts";
import { budgetAnswer } from "./budget-view.ts";

const feedStatus = z
  .object({
    lastPoll: z.iso
      .datetime()
      .optional()
      .openapi({ description: "Of the feed read last. Empty polls note it once a minute at most." }),
    lagSeconds: z.number().optional().openapi({
      description: "How long ago the feed that waits longest was read; absent while one was never read.",
      example: 12.4,
    }),
    status: z.enum(["active", "connecting", "backing_off", "parked"]),
    feeds: z
      .int()
      .optional()
      .openapi({ description: "How many; absent where they are too many to count.", example: 6 }),
    stalled: z
      .int()
      .optional()
      .openapi({ description: "How many of them stand still: `bridge.feed_stalled` told it." }),
    missed: z.int().optional().openapi({
      description:
        "Of scrubs: changes that only reading every record by id found, since all faster ways had missed them.",
    }),
    dormant: z.int().optional().openapi({ description: "Owners of which hardly a change is expected." }),
    dormantLagSeconds: z.number().optional().openapi({ description: "As `lagSeconds`, which then leaves them out." }),
    stretch: z.number().optional().openapi({
      description:
        "Above 1: the request budget can't hold the longest waits between two visits of an owner, and they are so many times as long.",
      example: 1,
    }),
    estimated: z
      .literal(true)
      .optional()
      .openapi({ description: "Derived from the schedule, not read from the feeds." }),
  })
  .openapi("FeedStatus");

const redriveProgress = z
  .object({
    state: z.enum(["running", "failed"]),
    startedAt: z.iso.datetime(),
    moved: z.int().openapi({ description: "How many went back to their queue.", example: 120 }),
    toMove: z.int().optional().openapi({ description: "How many there were when it started.", example: 400 }),
    reason: z.string().optional().openapi({ description: "Why it failed, as SQS says it." }),
  })
  .openapi("RedriveProgress", {
    description: "On AWS, of the messages that were given up: how far SQS is with moving them back, or that it failed.",
  });

const queueDepth = z
  .object({
    ready: z.int().openapi({ example: 3 }),
    delayed: z.int(),
    inFlight: z.int(),
    dead: z.int().openapi({ description: "Given up: an operator should look." }),
    readySince: z.iso.datetime().optional().openapi({
      description:
        "When the oldest one that is ready was sent; on AWS, the oldest that isn't done. Absent where none is, and where CloudWatch hasn't measured it yet.",
    }),
    deadSince: z.iso.datetime().optional().openapi({ description: "When the oldest one that was given up was." }),
    measuredAt: z.iso.datetime().optional().openapi({
      description: "On AWS, when CloudWatch measured `readySince` and `deadSince`: some minutes ago.",
    }),
    redrive: redriveProgress.optional(),
  })
  .openapi("QueueDepth");

const outageAnswer = z
  .object({
    since: z.iso.datetime(),
    asked: z.string().openapi({ example: "GET https://partner.example.com/acme/api/v1/en/person/timeline" }),
    fault: z.string().openapi({ description: "What came.", example: "nothing listens there (ECONNREFUSED)" }),
    lastTry: z.iso.datetime().openapi({ description: "Noted once a minute at most." }),
    nextTry: z.iso.datetime(),
  })
  .openapi("SourceOutage", { description: "Only while the source doesn't answer." });

const feedLeft = z
  .object({
    feed: z.string().openapi({ example: "acme#owner#Person#12" }),
    reason: z.string().openapi({
      description:
        "`waits_for_its_turn`, `being_read`, `reads_on`, `paused`, `source_left_alone`, or what the last visit failed with.",
      example: "unavailable_500",
    }),
    nextTry: z.iso.datetime().openapi({ description: "At the soonest; the request budget may make it later." }),
  })
  .openapi("FeedLeft");

const firstContactAnswer = z
  .object({
    lists: z.int().openapi({ description: "Timelines, templates and rooms that were read to their end." }),
    ofLists: z.int(),
    pages: z.int().openapi({ description: "Pages of these lists that were read.", example: 118 }),
    documentPages: z.int().openapi({
      description:
        "Pages of owners' change feeds and documents that were read. Noted every few seconds, along with the budget.",
      example: 2_310,
    }),
    ownersMet: z.int().optional().openapi({ description: "Owners whose documents were read. Absent on AWS." }),
    ownersKnown: z.int().optional().openapi({ description: "It still grows while lists are read. Absent on AWS." }),
    secondsLeft: z.int().optional().openapi({
      description:
        "An estimate for the owners known so far, at the pace since the registration, or since the source took the credentials again; never less than until the last next try of what is left.",
    }),
    left: z.array(feedLeft).optional().openapi({
      description: "What isn't read to its end yet: up to ten feeds, those that wait longest first.",
    }),
  })
  .openapi("FirstContact", { description: "How far it is; absent when it is done." });

const subOwnerState = z.enum(["polled", "not_resolved", "unknown"]).openapi({
  description:
    "`not_resolved`: the source doesn't, so that their documents can't be read. `unknown` until a walk could ask.",
});

export const statusAnswer = z
  .object({
    at: z.iso.datetime(),
    instances: z.array(
      z.object({
        name: z.string().openapi({ example: "acme" }),
        status: instanceState,
        parkedReason: z.enum(["invalid_client", "forbidden", "unknown_instance"]).optional(),
        health: z.enum(["ok", "source_unreachable", "parked", "stalled", "paused"]).openapi({
          description: "The worst that is known: `stalled` if one of its feeds stands still.",
        }),
        unreachable: outageAnswer.optional(),
        sourceClockAheadSeconds: z.number().optional().openapi({
          description: "Only while the source's clock and this machine's are more than 30 s apart.",
        }),
        baselineDone: z.boolean().openapi({
          description:
            "Whether the first contact has been read to its end: every list, and the documents of every owner that it found.",
        }),
        firstContact: firstContactAnswer.optional(),
        connectedAt: z.iso.datetime().optional(),
        subOwners: z
          .object({ activities: subOwnerState, phases: subOwnerState })
          .optional()
          .openapi({ description: "Whether the source resolves activities and phases as owners of documents." }),
        budget: budgetAnswer.optional(),
        feeds: z.record(z.string(), feedStatus).openapi({
          description: "By class: timelines, rooms, owners, small, walks, scrubs.",
          example: {
            timelines: { lastPoll: "2026-11-21T09:12:40.112Z", lagSeconds: 12.4, status: "active", feeds: 6 },
          },
        }),
      }),
    ),
    needsAttention: z.array(attention).openapi({
      description: "What waits for a person; empty where nothing does.",
    }),
    queues: z
      .record(z.string(), queueDepth)
      .optional()
      .openapi({
        description: "Messages by queue; on AWS an approximation, up to a minute old.",
        example: { deliver: { ready: 3, delayed: 0, inFlight: 1, dead: 0 } },
      }),
    deliveries: z
      .record(z.string(), z.int())
      .optional()
      .openapi({
        description: "Deliveries by state. Absent on AWS: counting would read the whole table.",
        example: { waiting: 2, delivered: 1_204 },
      }),
  })
  .openapi("Status");
export type StatusAnswer = z.input<typeof statusAnswer>;
export type FeedStatus = z.input<typeof feedStatus>;
