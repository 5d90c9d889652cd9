import { z } from "@hono/zod-openapi";
import { subject } from "../../kernel/catalogue.ts";
import { detectedBy, ownerType, removalReason, subOwner } from "../../kernel/envelope.ts";
import { exampleEvent } from "./example-event.ts";

const subjectName = z.enum(subject.options);

export const eventAnswer = z
  .object({
    id: z.string().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
    type: z.string().openapi({ example: "person.updated" }),
    timestamp: z.string().openapi({
      description:
        "When the change happened: the source's time or, if the source gives no valid one, `detectedAt`. `timestampFrom` says which.",
      example: "2026-11-21T09:12:33.481Z",
    }),
    timestampFrom: z.enum(["source", "detected"]),
    detectedAt: z
      .string()
      .openapi({ description: "When Feedhook detected the change.", example: "2026-11-21T09:12:40.112Z" }),
    instance: z.string().openapi({ example: "acme" }),
    subject: z.object({
      type: subjectName,
      id: z.string(),
      seq: z.int().openapi({
        description:
          "Increases by one with each change to the record. Discard an event if you already have one of the same record with a higher `seq`.",
      }),
      part: z.int().openapi({ description: "The event's position among the events of one change." }),
    }),
    data: z.unknown().optional().openapi({ type: "object", description: "The record as the source returned it." }),
    truncated: z.literal(true).optional().openapi({
      description:
        "Set if `data`, or the long fields of a journal entry, are omitted because the event exceeded 256 KB.",
    }),
    omitted: z.array(z.string()).optional().openapi({
      description: "The fields omitted from `data` in a truncated journal entry.",
    }),
    changes: z
      .array(
        z.object({
          field: z.string(),
          pointer: z.string().optional().openapi({
            description: "A JSON Pointer (RFC 6901) to the field. Present only if a name in `field` contains a dot.",
          }),
          from: z.unknown().optional(),
          fromOmitted: z.literal(true).optional().openapi({
            description: "Set if `from` is omitted because the previous value is too long for the event.",
          }),
          to: z.unknown().optional(),
        }),
      )
      .optional()
      .openapi({ example: [{ field: "primaryEmail", from: "a@example.com", to: "b@example.com" }] }),
    changesUnknown: z.literal(true).optional(),
    redacted: z.literal(true).optional(),
    reason: z.enum(removalReason.options).optional(),
    detectedBy: z.enum(detectedBy.options),
    baseline: z.literal(true).optional(),
    owner: z
      .object({
        type: z.enum(ownerType.options),
        id: z.string(),
        subOwner: z.enum(subOwner.options).optional().openapi({
          description:
            "The type of record that the ID belongs to, if `type` is `Project` but the ID isn't a project's.",
        }),
      })
      .optional(),
    partner: z.string().optional().openapi({ description: "The partner that an operational event concerns." }),
    example: z.literal(true).optional().openapi({
      description: "`true` for an example that was requested: no change happened.",
    }),
  })
  .openapi("Event", {
    description: "An event: the body of a webhook, and the `detail` of an event on the bus.",
    example: exampleEvent("person.updated"),
  });
