import { OpenAPIHono } from "@hono/zod-openapi";

export function consoleRoutes(): OpenAPIHono {
  return new OpenAPIHono();
}
