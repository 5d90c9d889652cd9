import { z } from "@hono/zod-openapi";
import { subject } from "../../kernel/catalogue.ts";
import { detectedBy, ownerType, removalReason } from "../../kernel/envelope.ts";
import { instanceName } from "../../source/instance.ts";
import { exampleEvent } from "../event-types/example-event.ts";
import { pageOf, pagingOfLarge } from "../http/cursor.ts";
import { knownPattern, recordName } from "./event-criteria.ts";

const instant = z.iso.datetime({ offset: true });
const subjectName = z.enum(subject.options);

export const eventQuery = z.strictObject({
  instance: instanceName.clone().openapi({ description: "Whose events.", example: "acme" }),
  order: z.enum(["newest", "oldest"]).default("newest").openapi({
    description:
      "`newest` first, to look back from this very moment. `oldest` first, to follow along: keep `nextCursor` and ask again.",
  }),
  type: knownPattern.optional().openapi({
    description: "Only of this type: a type, `<subject>.*` or `*`, as subscriptions understand them.",
    example: "person.*",
  }),
  subject: recordName
    .optional()
    .openapi({ description: "Only the events of this record: `<type>/<id>`.", example: "person/k2Jm" }),
  since: instant.optional().openapi({ description: "Detected at or after.", example: "2026-11-21T09:00:00Z" }),
  until: instant.optional().openapi({
    description:
      "Detected before. With `order=oldest` it is 60 s ago by default, because an event published late can appear behind a cursor. Who must not miss one receives webhooks or has a pull subscription.",
    example: "2026-11-21T10:00:00Z",
  }),
  ...pagingOfLarge,
});

export const eventParams = z.object({
  id: z.string().openapi({ param: { name: "id", in: "path" }, example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
});

export const eventAnswer = z
  .object({
    id: z.string().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
    type: z.string().openapi({ example: "person.updated" }),
    timestamp: z.string().openapi({ description: "When it happened.", example: "2026-11-21T09:12:33.481Z" }),
    timestampFrom: z.enum(["source", "detected"]),
    detectedAt: z.string().openapi({ description: "When the bridge saw it.", example: "2026-11-21T09:12:40.112Z" }),
    instance: z.string().openapi({ example: "acme" }),
    subject: z.object({
      type: subjectName,
      id: z.string(),
      seq: z
        .int()
        .openapi({ description: "Rises by one per change of this record: discard what is older than what you hold." }),
      part: z.int().openapi({ description: "Orders the events of one change." }),
    }),
    data: z.unknown().optional().openapi({ type: "object", description: "The record as the source gave it." }),
    truncated: z.literal(true).optional().openapi({ description: "`data` was left out: the event exceeded 256 KB." }),
    omitted: z
      .array(z.string())
      .optional()
      .openapi({ description: "Of a truncated change entry: the fields that its `data` lacks." }),
    changes: z
      .array(
        z.object({
          field: z.string(),
          pointer: z.string().optional().openapi({ description: "JSON Pointer, where a name holds a dot." }),
          from: z.unknown().optional(),
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
    owner: z.object({ type: z.enum(ownerType.options), id: z.string() }).optional(),
    partner: z.string().optional().openapi({ description: "Of operational events: the partner it concerns." }),
    example: z.literal(true).optional().openapi({
      description: "An example that was asked for: nothing happened.",
    }),
  })
  .openapi("Event", {
    description: "The body of a webhook, and `detail` on the bus.",
    example: exampleEvent("person.updated"),
  });

export const eventPage = pageOf(eventAnswer).openapi("EventPage");
