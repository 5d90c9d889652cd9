import { z } from "@hono/zod-openapi";
import { jsonObject } from "../../kernel/json.ts";
import { instanceName } from "../../source/instance.ts";
import { knownPattern } from "../events/event-criteria.ts";
import { fieldError } from "../http/problem.ts";

export const mostTested = 200;
/** It is tried at once, on a machine's only thread. A longer event is tested where it is stored. */
const longestSample = 64 * 1_024;

export const filterTest = z
  .strictObject({
    filter: jsonObject
      .clone()
      .optional()
      .openapi({
        type: "object",
        description: "EventBridge event pattern on the envelope; absent: everything of those types.",
        example: { owner: { type: ["Project"] }, changes: { field: ["status"] } },
      }),
    eventTypes: z
      .array(knownPattern)
      .min(1)
      .max(100)
      .optional()
      .openapi({
        description: "Types, `<subject>.*` or `*`, as of a subscription; absent: every type.",
        example: ["document.*"],
      }),
    instance: instanceName
      .clone()
      .optional()
      .openapi({ description: "Whose stored events; needed unless there is a `sample`.", example: "acme" }),
    event: z
      .string()
      .regex(/^evt_[0-9A-Z]{26}$/, "an event id")
      .optional()
      .openapi({ description: "Only this stored event.", example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
    sample: jsonObject
      .clone()
      .refine((sample) => JSON.stringify(sample).length <= longestSample, `at most ${longestSample} characters`)
      .optional()
      .openapi({
        type: "object",
        description:
          "An event of yours in place of stored ones, at most 64 KB: the example of `GET /v1/event-types/{type}`, say.",
        example: { type: "document.moved", owner: { type: "Company", id: "lN-Uht7j2Vk" } },
      }),
    limit: z.int().min(1).max(mostTested).default(20).openapi({
      description: "How many of the newest stored events of `eventTypes` are tested: fewer where they take about 1 MB.",
      example: 20,
    }),
  })
  .openapi("FilterTest", {
    example: { filter: { changes: { field: ["jobTitle"] } }, eventTypes: ["person.*"], instance: "acme" },
  });

const mismatch = z.object({
  field: z.string().openapi({ description: "Where in the filter.", example: "owner.type" }),
  message: z.string().openapi({ example: "none of its values fits" }),
  wanted: z.array(z.unknown()).openapi({ description: "Of these conditions none holds.", example: ["Project"] }),
  found: z
    .array(z.unknown())
    .openapi({ description: "The values that the event has there, five at most.", example: ["Company"] }),
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
            "The filter would take too long to try on it, so it counts as matching: such an event is delivered.",
        }),
        why: z.array(mismatch).openapi({
          description:
            "Why it doesn't match, field by field; empty where it does. The first 40 reasons, and the first 4 of each of 200 events.",
        }),
      }),
    ),
    warnings: z
      .array(fieldError)
      .optional()
      .openapi({
        description: "What of the filter can't match any event of these types, as the catalogue has them.",
        example: [{ field: "filter.owner.typ", message: "can't match: events of these types have no such field" }],
      }),
  })
  .openapi("FilterTestResult");
