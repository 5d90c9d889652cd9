import { OpenAPIHono } from "@hono/zod-openapi";
import { etag } from "hono/etag";
import { type ApiEnv, nothingHere } from "../access/access.ts";
import type { PortalAssets } from "./portal-assets.ts";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/**
 * The portal at `/portal`. It holds no data: what it shows it reads from `/v1` with the key that it is given. Every address
 * below `/portal` answers with the same page, whose script reads the address. `load` is called once, for the first request.
 */
export function portalPageRoutes(load: () => Promise<PortalAssets>): OpenAPIHono<ApiEnv> {
  let loading: Promise<PortalAssets> | undefined;
  const loaded = () => {
    loading ??= load().catch((error: unknown) => {
      // The next request tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const router = new OpenAPIHono<ApiEnv>();
  router.get("/", (context) => context.redirect("/portal"));
  router.get("/portal/assets/:name", etag(), async (context) => {
    const { files } = await loaded();
    const file = files.find(({ name }) => name === context.req.param("name"));
    if (file === undefined) return nothingHere(context.req.path);
    context.header("content-type", file.type);
    // The name changes with the contents.
    context.header("cache-control", "public, max-age=31536000, immutable");
    context.header("vary", "accept-encoding");
    const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(context.req.header("accept-encoding") ?? "");
    if (takesBrotli) context.header("content-encoding", "br");
    return context.body(Buffer.from(takesBrotli ? file.brotli : file.body, "base64"));
  });
  for (const path of ["/portal", "/portal/*"]) {
    router.get(path, etag(), async (context) => {
      const { page } = await loaded();
      context.header("content-security-policy", policy);
      context.header("referrer-policy", "no-referrer");
      context.header("cache-control", "no-cache");
      return context.html(page);
    });
  }
  return router;
}
