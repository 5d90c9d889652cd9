import { z } from "@hono/zod-openapi";
import { jsonObject } from "../../kernel/json.ts";
import { instanceName } from "../../source/instance.ts";
import { knownPattern } from "../events/event-criteria.ts";
import { fieldError } from "../http/problem.ts";

export const mostTested = 200;
/** The event is tested without pause, on a machine's only thread. A longer event can be tested after it was stored. */
const longestSample = 64 * 1_024;

export const filterTest = z
  .strictObject({
    filter: jsonObject
      .clone()
      .optional()
      .openapi({
        type: "object",
        description:
          "An EventBridge event pattern that events must match. Default: every event of these types matches.",
        example: { owner: { type: ["Project"] }, changes: { field: ["status"] } },
      }),
    eventTypes: z
      .array(knownPattern)
      .min(1)
      .max(100)
      .optional()
      .openapi({
        description: "The event types to test, as types, `<subject>.*` or `*`. Default: every type.",
        example: ["document.*"],
      }),
    instance: instanceName.clone().optional().openapi({
      description: "The instance whose stored events to test. Required unless `sample` is given.",
      example: "acme",
    }),
    event: z
      .string()
      .regex(/^evt_[0-9A-Z]{26}$/, "must be an event ID")
      .optional()
      .openapi({ description: "Test only this stored event.", example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
    sample: jsonObject
      .clone()
      .refine(
        (sample) => JSON.stringify(sample).length <= longestSample,
        `must have at most ${longestSample} characters`,
      )
      .optional()
      .openapi({
        type: "object",
        description:
          "An event to test instead of stored ones, at most 64 KB, such as the example from `GET /v1/event-types/{type}`.",
        example: { type: "document.moved", owner: { type: "Company", id: "lN-Uht7j2Vk" } },
      }),
    limit: z.int().min(1).max(mostTested).default(20).openapi({
      description: "The maximum number of events to test: the newest stored events of `eventTypes`, up to about 1 MB.",
      example: 20,
    }),
  })
  .openapi("FilterTest", {
    example: { filter: { changes: { field: ["jobTitle"] } }, eventTypes: ["person.*"], instance: "acme" },
  });

const mismatch = z.object({
  field: z.string().openapi({ description: "The field's path in the filter.", example: "owner.type" }),
  message: z.string().openapi({ example: "no value matches" }),
  wanted: z
    .array(z.unknown())
    .openapi({ description: "The filter's conditions for the field, none of which is met.", example: ["Project"] }),
  found: z
    .array(z.unknown())
    .openapi({ description: "Up to five of the event's values for the field.", example: ["Company"] }),
});

export const filterTestAnswer = z
  .object({
    tested: z.int().openapi({ example: 1 }),
    matches: z.int().openapi({ example: 0 }),
    items: z.array(
      z.object({
        event: z.string().optional().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
        type: z.string().optional().openapi({ example: "document.moved" }),
        detectedAt: z.string().optional().openapi({ example: "2026-11-21T09:12:40.112Z" }),
        matches: z.boolean().openapi({ example: false }),
        undecided: z.literal(true).optional().openapi({
          description:
            "Set if testing the filter on this event would take too long. Such an event counts as a match and is delivered.",
        }),
        why: z.array(mismatch).openapi({
          description:
            "Why the event doesn't match, field by field. Empty if the event matches. At most 40 reasons per event, and fewer if more than 20 events are tested.",
        }),
      }),
    ),
    warnings: z
      .array(fieldError)
      .optional()
      .openapi({
        description: "Parts of the filter that can't match any event of these types.",
        example: [
          { field: "filter.owner.typ", message: "can't match, because events of these types have no such field" },
        ],
      }),
  })
  .openapi("FilterTestResult");
