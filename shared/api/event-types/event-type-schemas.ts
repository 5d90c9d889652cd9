import { z } from "@hono/zod-openapi";
import { eventType, subject } from "../../kernel/catalogue.ts";
import { eventAnswer } from "../events/event-schemas.ts";

const facts = {
  type: z.enum(eventType.options).openapi({ example: "person.updated" }),
  subject: z.enum(subject.options).openapi({ example: "person" }),
  operational: z.boolean().openapi({
    description:
      "Whether the type concerns the bridge itself. `*` doesn't match such types, so subscriptions must list them.",
    example: false,
  }),
  description: z.string().openapi({ description: "What happened.", example: "Fields of a person changed." }),
  since: z.string().openapi({ description: "The Feedhook version that added the type.", example: "0.1.0" }),
  schemaPath: z.string().openapi({
    description: "The path of the type's JSON Schema, which you can retrieve without a key.",
    example: "/schemas/events/person.updated.json",
  }),
};

export const eventTypeList = z.object({ items: z.array(z.object(facts)) }).openapi("EventTypeList");

export const eventTypeDetail = z
  .object({
    ...facts,
    jsonSchema: z.record(z.string(), z.unknown()).openapi({
      description: "The JSON Schema (2020-12) of the whole event, as returned at `schemaPath`.",
      example: { title: "person.updated", type: "object" },
    }),
    exampleEvent: eventAnswer,
  })
  .openapi("EventType");
