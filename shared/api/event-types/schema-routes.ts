import { etag } from "hono/etag";
import { type EventType, eventType } from "../../kernel/catalogue.ts";
import { nothingHere } from "../access/access.ts";
import { constantDocument } from "../http/constant-document.ts";
import type { ApiApp } from "../http/endpoint.ts";
import { asyncApiDocument } from "./async-api-document.ts";
import { cloudEventDataSchema, eventSchema } from "./event-schema.ts";

/** The routes without a key: the schemas of events, and the AsyncAPI document of the bus. */
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
