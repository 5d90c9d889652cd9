import { z } from "@hono/zod-openapi";
import { instanceState } from "../instances/instance-schemas.ts";
import { attention } from "./attention-schema.ts";
import { budgetAnswer } from "./budget-view.ts";

const feedStatus = z
  .object({
    lastPoll: z.iso
      .datetime()
      .optional()
      .openapi({ description: "The last poll of any of these feeds. Empty polls update it at most once a minute." }),
    lagSeconds: z.number().optional().openapi({
      description: "The time since the longest-waiting feed was read; absent while any was never read.",
      example: 12.4,
    }),
    status: z.enum(["active", "connecting", "backing_off", "parked"]),
    feeds: z.int().optional().openapi({ description: "How many; absent if there are too many to count.", example: 6 }),
    stalled: z.int().optional().openapi({ description: "How many have stalled, as `bridge.feed_stalled` reported." }),
    missed: z.int().optional().openapi({
      description: "For scrubs: changes found only by reading every record by id.",
    }),
    dormant: z.int().optional().openapi({ description: "Owners for which few changes are expected." }),
    dormantLagSeconds: z
      .number()
      .optional()
      .openapi({ description: "Like `lagSeconds`, for dormant owners, which `lagSeconds` leaves out." }),
    stretch: z.number().optional().openapi({
      description:
        "How many times longer than configured owners wait for a visit because the request budget is short. 1: as configured.",
      example: 1,
    }),
    estimated: z
      .literal(true)
      .optional()
      .openapi({ description: "Estimated from the schedule, not read from the feeds." }),
  })
  .openapi("FeedStatus");

const redriveProgress = z
  .object({
    state: z.enum(["running", "failed"]),
    startedAt: z.iso.datetime(),
    moved: z.int().openapi({ description: "How many were moved back to their queue.", example: 120 }),
    toMove: z.int().optional().openapi({ description: "How many there were when it started.", example: 400 }),
    reason: z.string().optional().openapi({ description: "Why it failed, according to SQS." }),
  })
  .openapi("RedriveProgress", {
    description: "On AWS: SQS's progress in moving dead letters back, or its failure.",
  });

const queueDepth = z
  .object({
    ready: z.int().openapi({ example: 3 }),
    delayed: z.int(),
    inFlight: z.int(),
    dead: z.int().openapi({ description: "Dead letters, which need an operator." }),
    readySince: z.iso.datetime().optional().openapi({
      description:
        "When the oldest ready message was sent; on AWS, the oldest unfinished one. Absent if there is none or CloudWatch hasn't measured it yet.",
    }),
    deadSince: z.iso.datetime().optional().openapi({ description: "When the oldest dead letter was sent." }),
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
    fault: z.string().openapi({ description: "The answer.", example: "nothing listens there (ECONNREFUSED)" }),
    lastTry: z.iso.datetime().openapi({ description: "Updated at most once a minute." }),
    nextTry: z.iso.datetime(),
  })
  .openapi("SourceOutage", { description: "Set only while the source doesn't answer." });

const feedLeft = z
  .object({
    feed: z.string().openapi({ example: "acme#owner#Person#12" }),
    reason: z.string().openapi({
      description:
        "`waits_for_its_turn`, `being_read`, `reads_on`, `paused`, `source_left_alone`, or the error of the last visit.",
      example: "unavailable_500",
    }),
    nextTry: z.iso.datetime().openapi({ description: "The earliest time; the request budget can delay it." }),
  })
  .openapi("FeedLeft");

const firstContactAnswer = z
  .object({
    lists: z.int().openapi({ description: "The number of timelines, templates and rooms read to the end." }),
    ofLists: z.int(),
    pages: z.int().openapi({ description: "The pages of these lists read so far.", example: 118 }),
    documentPages: z.int().openapi({
      description:
        "The pages of owners' change feeds and documents read so far. Updated every few seconds with the budget.",
      example: 2_310,
    }),
    ownersMet: z.int().optional().openapi({ description: "The owners whose documents are read. Absent on AWS." }),
    ownersKnown: z
      .int()
      .optional()
      .openapi({ description: "The owners known so far; grows while lists are read. Absent on AWS." }),
    secondsLeft: z.int().optional().openapi({
      description: "The estimated time left, for the owners known so far.",
    }),
    left: z.array(feedLeft).optional().openapi({
      description: "Up to ten feeds that aren't read to the end, longest wait first.",
    }),
  })
  .openapi("FirstContact", { description: "The progress of first contact; absent when it is done." });

const subOwnerState = z.enum(["polled", "not_resolved", "unknown"]).openapi({
  description: "`not_resolved`: it doesn't, so their documents can't be read. `unknown` until a walk has asked.",
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
          description: "The worst known state: `stalled` if one of its feeds has stalled.",
        }),
        unreachable: outageAnswer.optional(),
        sourceClockAheadSeconds: z.number().optional().openapi({
          description: "Set only while the source's clock and this machine's differ by more than 30 s.",
        }),
        baselineDone: z.boolean().openapi({
          description: "Whether first contact is complete: every list, and the documents of every owner found.",
        }),
        firstContact: firstContactAnswer.optional(),
        connectedAt: z.iso.datetime().optional(),
        subOwners: z
          .object({ activities: subOwnerState, phases: subOwnerState })
          .optional()
          .openapi({ description: "Whether the source accepts activities and phases as owners of documents." }),
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
      description: "What needs an operator; empty if nothing does.",
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
