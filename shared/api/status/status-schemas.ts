import { z } from "@hono/zod-openapi";
import { answerSchema } from "../http/named-schemas.ts";
import { instanceState } from "../instances/instance-schemas.ts";
import { endpointSummary } from "../subscriptions/endpoint-view.ts";
import { subscriptionAnswer } from "../subscriptions/subscription-schemas.ts";
import { attention } from "./attention-schema.ts";
import { budgetAnswer } from "./budget-view.ts";

const feedStatus = answerSchema("FeedStatus", {
  lastPoll: z.iso.datetime().optional().openapi({
    description:
      "The time of the most recent poll of any of these feeds. Polls that find nothing update this time at most once a minute.",
  }),
  lagSeconds: z.number().optional().openapi({
    description:
      "The number of seconds since the longest-waiting feed was read. Absent until every feed has been read.",
    example: 12.4,
  }),
  status: z.enum(["active", "connecting", "backing_off", "parked"]),
  feeds: z.int().optional().openapi({
    description: "The number of feeds. Absent for owners while the instance is parked or no owner has been read yet.",
    example: 6,
  }),
  stalled: z.int().optional().openapi({
    description: "The number of feeds that have stalled, as reported by `bridge.feed_stalled`.",
  }),
  missed: z.int().optional().openapi({
    description: "For scrubs: the number of changes found only by reading every record by ID.",
  }),
  dormant: z.int().optional().openapi({ description: "The number of owners for which few changes are expected." }),
  dormantLagSeconds: z.number().optional().openapi({
    description: "Like `lagSeconds`, but for dormant owners, which `lagSeconds` doesn't include.",
  }),
  stretch: z.number().optional().openapi({
    description:
      "The factor by which owners wait longer than configured because the request budget is too small. `1` means as configured.",
    example: 1,
  }),
  estimated: z.literal(true).optional().openapi({
    description: "Set if the values are estimated from the schedule instead of read from the feeds.",
  }),
});

const redriveProgress = z
  .object({
    state: z.enum(["running", "failed"]),
    startedAt: z.iso.datetime(),
    moved: z.int().openapi({ description: "The number of messages moved back to their queue.", example: 120 }),
    toMove: z
      .int()
      .optional()
      .openapi({ description: "The number of dead letters when the redrive started.", example: 400 }),
    reason: z.string().optional().openapi({ description: "Why the redrive failed, according to SQS." }),
  })
  .openapi("RedriveProgress", {
    description: "On AWS: how far SQS has moved the dead letters back to their queue, or that the redrive failed.",
  });

const queueDepth = answerSchema("QueueDepth", {
  ready: z.int().openapi({ example: 3 }),
  delayed: z.int(),
  inFlight: z.int(),
  dead: z.int().openapi({ description: "The number of dead letters, which need an operator." }),
  readySince: z.iso.datetime().optional().openapi({
    description:
      "When the oldest ready message (on AWS, the oldest unfinished message) was sent. Absent if there is none or CloudWatch hasn't measured it yet.",
  }),
  deadSince: z.iso.datetime().optional().openapi({ description: "When Feedhook gave up on the oldest dead letter." }),
  measuredAt: z.iso.datetime().optional().openapi({
    description: "On AWS, when CloudWatch measured `readySince` and `deadSince`, usually a few minutes ago.",
  }),
  redrive: redriveProgress.optional(),
});

const outageAnswer = z
  .object({
    since: z.iso.datetime(),
    asked: z.string().openapi({ example: "GET https://partner.example.com/acme/api/v1/en/person/timeline" }),
    fault: z.string().openapi({
      description: "The response or the error.",
      example: "nothing is listening at the source's address (ECONNREFUSED)",
    }),
    lastTry: z.iso
      .datetime()
      .openapi({ description: "When Feedhook last tried the source. Updated at most once a minute." }),
    nextTry: z.iso.datetime(),
  })
  .openapi("SourceOutage", { description: "Set only while the source isn't responding." });

const feedLeft = answerSchema("FeedLeft", {
  feed: z.string().openapi({ example: "acme#owner#Person#12" }),
  reason: z.string().openapi({
    description:
      "Why the feed hasn't been read to the end: `waits_for_its_turn`, `being_read`, `reads_on`, `paused`, `source_left_alone`, or the error of the last visit.",
    example: "unavailable_500",
  }),
  nextTry: z.iso
    .datetime()
    .openapi({ description: "The earliest time of the next visit. The request budget can delay it." }),
});

const firstContactAnswer = z
  .object({
    lists: z.int().openapi({ description: "The number of timelines, templates and rooms read to the end." }),
    ofLists: z.int(),
    pages: z.int().openapi({ description: "The number of pages read so far from these lists.", example: 118 }),
    documentPages: z.int().openapi({
      description:
        "The number of pages read so far from owners' change feeds and documents. Updated every few seconds.",
      example: 2_310,
    }),
    ownersMet: z.int().optional().openapi({
      description: "The number of owners whose documents have been read. Absent on AWS.",
    }),
    ownersKnown: z.int().optional().openapi({
      description: "The number of owners known so far, which grows while lists are read. Absent on AWS.",
    }),
    secondsLeft: z.int().optional().openapi({
      description: "The estimated number of seconds left, for the owners known so far.",
    }),
    left: z.array(feedLeft).optional().openapi({
      description: "Up to ten feeds that haven't been read to the end, latest `nextTry` first.",
    }),
  })
  .openapi("FirstContact", { description: "The progress of first contact. Absent when it is complete." });

const subOwnerState = z.enum(["polled", "not_resolved", "unknown"]).openapi({
  description:
    "Whether the source accepts such records as owners of documents. `polled`: it does. `not_resolved`: it doesn't, so their documents can't be read. `unknown`: no walk has checked yet.",
});

const failingEndpoint = subscriptionAnswer
  .pick({ url: true, description: true, disabledReason: true })
  .extend({
    partner: z.string(),
    partnerName: z.string().optional().openapi({ description: "Absent for an operator's own endpoint." }),
    subscription: z.string(),
    endpoint: endpointSummary,
  })
  .openapi("FailingEndpoint");

export const statusAnswer = answerSchema("Status", {
  at: z.iso.datetime(),
  version: z.string().openapi({ description: "The bridge's version.", example: "0.1.0" }),
  instances: z.array(
    z.object({
      name: z.string().openapi({ example: "acme" }),
      status: instanceState,
      parkedReason: z.enum(["invalid_client", "forbidden", "unknown_instance"]).optional(),
      health: z.enum(["ok", "source_unreachable", "parked", "stalled", "paused"]).openapi({
        description: "The instance's worst known state. `stalled`: one of its feeds has stalled.",
      }),
      unreachable: outageAnswer.optional(),
      sourceClockAheadSeconds: z.number().optional().openapi({
        description:
          "The number of seconds the source's clock is ahead of this machine's. Set only while the clocks differ by more than 30 s.",
      }),
      baselineDone: z.boolean().openapi({
        description:
          "Whether first contact is complete: every list, and every known owner's documents, have been read.",
      }),
      firstContact: firstContactAnswer.optional(),
      connectedAt: z.iso.datetime().optional(),
      subOwners: z.object({ activities: subOwnerState, phases: subOwnerState }).optional().openapi({
        description: "Whether the source accepts activities and phases as owners of documents.",
      }),
      budget: budgetAnswer.optional(),
      feeds: z.record(z.string(), feedStatus).openapi({
        description: "The state of the feeds by class: timelines, rooms, owners, small, walks, scrubs.",
        example: {
          timelines: { lastPoll: "2026-11-21T09:12:40.112Z", lagSeconds: 12.4, status: "active", feeds: 6 },
        },
      }),
    }),
  ),
  needsAttention: z.array(attention).openapi({
    description: "Problems that need an operator. Empty if there are none.",
  }),
  failingEndpoints: z.array(failingEndpoint).openapi({
    description:
      "The endpoints that are failing or that Feedhook disabled: at most 20, unacknowledged ones first and, within each group, the longest failing first. `needsAttention` counts only the unacknowledged ones.",
  }),
  queues: z
    .record(z.string(), queueDepth)
    .optional()
    .openapi({
      description: "The number of messages by queue. On AWS, the numbers are approximate and up to a minute old.",
      example: { deliver: { ready: 3, delayed: 0, inFlight: 1, dead: 0 } },
    }),
  deliveries: z
    .record(z.string(), z.int())
    .optional()
    .openapi({
      description:
        "The number of deliveries by state, counted up to 15 minutes ago. Absent on AWS, where counting would read the whole table.",
      example: { waiting: 2, delivered: 1_204 },
    }),
});
export type StatusAnswer = z.input<typeof statusAnswer>;
export type FeedStatus = z.input<typeof feedStatus>;
