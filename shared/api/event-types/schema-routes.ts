import { OpenAPIHono } from "@hono/zod-openapi";
import { etag } from "hono/etag";
import { eventType } from "../../kernel/catalogue.ts";
import { type ApiEnv, nothingHere } from "../access/access.ts";
import { asyncApiDocument } from "./async-api-document.ts";
import { eventSchema } from "./event-schema.ts";

/** An hour: a schema changes with a new version of the bridge, and then only by growing. */
const cached = "public, max-age=3600";

/** What anybody may read of the events, and no key is needed for: their schemas, and the AsyncAPI document of the bus. */
export function schemaRoutes(): OpenAPIHono<ApiEnv> {
  const router = new OpenAPIHono<ApiEnv>();
  router.get("/schemas/events/:file", etag(), ({ req, header, body }) => {
    const { data: type } = eventType.safeParse(req.param("file").replace(/\.json$/, ""));
    if (type === undefined || !req.param("file").endsWith(".json")) return nothingHere(req.path);
    header("cache-control", cached);
    header("content-type", "application/schema+json");
    return body(JSON.stringify(eventSchema(type)));
  });
  router.get("/asyncapi.json", etag(), ({ header, json }) => {
    header("cache-control", cached);
    return json(asyncApiDocument());
  });
  return router;
}
