import { createHash } from "node:crypto";
import { OpenAPIHono } from "@hono/zod-openapi";
import { etag } from "hono/etag";
import { consolePage } from "./console-page.ts";
import { consoleScript } from "./console-script.ts";
import { consoleStyle } from "./console-style.ts";

/** The console page. It holds no data: what it shows it reads from `/v1` with the key that it is given. */
export function consoleRoutes(): OpenAPIHono {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(consoleScript)}'`,
    `style-src '${hashOf(consoleStyle)}'`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const router = new OpenAPIHono();
  router.get("/", etag(), (context) => {
    context.header("content-security-policy", policy);
    context.header("referrer-policy", "no-referrer");
    context.header("cache-control", "no-cache");
    return context.html(consolePage());
  });
  return router;
}

/** What a policy admits instead of "anything inline": exactly these bytes. */
function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
