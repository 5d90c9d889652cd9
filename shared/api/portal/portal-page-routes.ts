import { etag } from "hono/etag";
import { nothingHere } from "../access/access.ts";
import type { ApiServices } from "../api-services.ts";
import type { ApiApp } from "../endpoint.ts";
import { encodingFor } from "../http/constant-document.ts";
import type { PortalAssets } from "./portal-assets.ts";

const directives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
];

const policyFor = (frames: readonly string[]): string => {
  const ancestors = frames.length === 0 ? "'none'" : frames.join(" ");
  return [...directives, `frame-ancestors ${ancestors}`].join("; ");
};

/**
 * The portal contains no data: its script reads everything from `/v1` with the user's key. Only sites of the partner
 * that `frame` names may frame the portal. `data-sign-in` tells the script, without another request, that operators can
 * use single sign-on.
 */
export function portalPageRoutes(app: ApiApp, load: () => Promise<PortalAssets>, services: ApiServices): void {
  const { partners, portalLinks, signIn } = services;
  // If loading fails, the next request tries again.
  let loading: Promise<PortalAssets> | undefined;
  const loaded = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const framesOf = async (frame: string): Promise<readonly string[]> => {
    const partner = await portalLinks.partnerFraming(frame);
    const found = partner === undefined ? undefined : await partners.find(partner);
    return found?.status === "active" ? (found.portalOrigins ?? []) : [];
  };
  app.get("/", (context) => context.redirect("/portal"));
  app.get("/portal/assets/:name", etag(), async (context) => {
    const { files } = await loaded();
    const file = files.find(({ name }) => name === context.req.param("name"));
    if (file === undefined) return nothingHere(context.req.path);
    context.header("content-type", file.type);
    // The name changes with the contents, so a cached file never becomes stale.
    context.header("cache-control", "public, max-age=31536000, immutable");
    context.header("vary", "accept-encoding");
    const takesBrotli = encodingFor(context) === "br";
    if (takesBrotli) context.header("content-encoding", "br");
    return context.body(Buffer.from(takesBrotli ? file.brotli : file.body, "base64"));
  });
  for (const path of ["/portal", "/portal/*"]) {
    app.get(path, etag(), async (context) => {
      const { page, pages } = await loaded();
      const section = context.req.path.split("/").slice(0, 3).join("/");
      const frame = context.req.query("frame");
      context.header("content-security-policy", policyFor(frame === undefined ? [] : await framesOf(frame)));
      context.header("referrer-policy", "no-referrer");
      // A cached page would still allow origins that were removed.
      context.header("cache-control", frame === undefined ? "no-cache" : "no-store");
      const html = pages.find(({ href }) => href === section)?.html ?? page;
      return context.html(signIn === undefined ? html : html.replace("<html ", "<html data-sign-in "));
    });
  }
}
