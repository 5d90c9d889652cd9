import { z } from "@hono/zod-openapi";
import { etag } from "hono/etag";
import { type EventType, eventType, eventTypes, subject } from "../../kernel/catalogue.ts";
import { nothingHere } from "../access/access.ts";
import { type ApiApp, endpoint } from "../endpoint.ts";
import { constantDocument } from "../http/constant-document.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { RequestError } from "../http/request-error.ts";
import { asyncApiDocument } from "./async-api-document.ts";
import { eventAnswer } from "./event-answer.ts";
import { cloudEventDataSchema, eventSchema, eventTypeFacts } from "./event-schema.ts";
import { exampleEvent } from "./example-event.ts";

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

const eventTypeList = answerSchema("EventTypeList", { items: z.array(z.object(facts)) });

const eventTypeDetail = answerSchema("EventType", {
  ...facts,
  jsonSchema: z.record(z.string(), z.unknown()).openapi({
    description: "The JSON Schema (2020-12) of the whole event, as returned at `schemaPath`.",
    example: { title: "person.updated", type: "object" },
  }),
  exampleEvent: eventAnswer,
});

const typeParams = z.object({
  type: z.string().openapi({ example: "person.updated" }),
});

const read = { tag: "Events", who: "partner", scope: "read" } as const;

export const eventTypeRoutes = [
  endpoint("listEventTypes", "get", "/v1/event-types", {
    ...read,
    summary: "List event types",
    answers: { 200: ["All event types", eventTypeList] },
    handle: () => Promise.resolve({ items: eventTypes.map(eventTypeFacts) }),
  }),

  endpoint("getEventType", "get", "/v1/event-types/{type}", {
    ...read,
    summary: "Retrieve an event type",
    params: typeParams,
    answers: { 200: ["The event type", eventTypeDetail] },
    handle({ params }) {
      const { data: type } = eventType.safeParse(params.type);
      if (type === undefined) throw RequestError.notFound("This event type");
      const jsonSchema = { ...eventSchema(type) };
      return Promise.resolve({ ...eventTypeFacts(type), jsonSchema, exampleEvent: exampleEvent(type) });
    },
  }),
];

/** These routes need no key. */
export function schemaRoutes(app: ApiApp): void {
  for (const [folder, schemaOf] of [
    ["events", eventSchema],
    ["cloudevents", cloudEventDataSchema],
  ] as const) {
    const schemas = new Map<EventType, ReturnType<typeof constantDocument>>();
    app.get(`/schemas/${folder}/:file`, etag(), (context) => {
      const file = context.req.param("file");
      const { data: type } = eventType.safeParse(file.replace(/\.json$/, ""));
      if (type === undefined || !file.endsWith(".json")) return nothingHere(context.req.path);
      const serve = schemas.get(type) ?? constantDocument("application/schema+json", () => schemaOf(type));
      schemas.set(type, serve);
      return serve(context);
    });
  }
  app.get("/asyncapi.json", etag(), constantDocument("application/json", asyncApiDocument));
}
