import { z } from "@hono/zod-openapi";
import { eventType, eventTypes } from "../../kernel/catalogue.ts";
import { apiRoute } from "../access/api-route.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { eventSchema, eventTypeFacts } from "./event-schema.ts";
import { eventTypeDetail, eventTypeList } from "./event-type-schemas.ts";
import { exampleEvent } from "./example-event.ts";

const list = apiRoute(
  { who: "partner", scope: "read" },
  {
    tags: ["Events"],
    method: "get",
    path: "/v1/event-types",
    operationId: "listEventTypes",
    summary: "List event types",
    responses: { 200: jsonAnswer("All event types", eventTypeList), ...problemAnswers() },
  },
);

const find = apiRoute(
  { who: "partner", scope: "read" },
  {
    tags: ["Events"],
    method: "get",
    path: "/v1/event-types/{type}",
    operationId: "getEventType",
    summary: "Retrieve an event type",
    request: {
      params: z.object({
        type: z.string().openapi({ param: { name: "type", in: "path" }, example: "person.updated" }),
      }),
    },
    responses: { 200: jsonAnswer("The event type", eventTypeDetail), ...problemAnswers("not-found") },
  },
);

/** Lists event types, for callers with a key. */
export function eventTypeRoutes(): ApiRouter {
  const router = createRouter();
  router.openapi(list, (context) => context.json({ items: eventTypes.map(eventTypeFacts) }, 200));
  router.openapi(find, (context) => {
    const { data: type } = eventType.safeParse(context.req.valid("param").type);
    if (type === undefined) throw RequestError.notFound("This event type");
    const answer: z.input<typeof eventTypeDetail> = {
      ...eventTypeFacts(type),
      jsonSchema: { ...eventSchema(type) },
      exampleEvent: exampleEvent(type),
    };
    return context.json(answer, 200);
  });
  return router;
}
