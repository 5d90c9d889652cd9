import { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { etag } from "hono/etag";
import { methodNotAllowed } from "hono/method-not-allowed";
import { TrieRouter } from "hono/router/trie-router";
import { getPath } from "hono/utils/url";
import { type ApiEnv, nothingHere, refuseDeliveries } from "./access/access.ts";
import { auditChanges } from "./access/audit-changes.ts";
import { authenticate } from "./access/authenticate.ts";
import { limitRequests } from "./access/limit-requests.ts";
import { documentPath, limitUnauthenticated } from "./access/limit-unauthenticated.ts";
import { takeTurns } from "./access/take-turns.ts";
import { alertRoutes } from "./alerts/alert-routes.ts";
import type { ApiServices } from "./api-services.ts";
import { auditRoutes } from "./audit/audit-routes.ts";
import { completenessRoutes } from "./completeness/completeness-routes.ts";
import { subscriptionCompletenessRoutes } from "./completeness/subscription-completeness-routes.ts";
import { deliveryRoutes } from "./deliveries/delivery-routes.ts";
import { pingRoutes } from "./deliveries/ping-routes.ts";
import { assertAllDeclared } from "./endpoint.ts";
import { erasureRoutes } from "./erasures/erasure-routes.ts";
import { eventTypeRoutes, schemaRoutes } from "./event-types/event-type-routes.ts";
import { eventRoutes } from "./events/event-routes.ts";
import { explainRoutes } from "./explain/explain-routes.ts";
import { feedRoutes } from "./feeds/feed-routes.ts";
import { filterRoutes } from "./filters/filter-routes.ts";
import { constantDocument } from "./http/constant-document.ts";
import { problemResponse } from "./http/problem.ts";
import { errorResponse, RequestError } from "./http/request-error.ts";
import { credentialTestRoutes } from "./instances/credential-test-routes.ts";
import { instanceRoutes } from "./instances/instance-routes.ts";
import { openApiDocument } from "./openapi/openapi-document.ts";
import { keyRoutes } from "./partners/key-routes.ts";
import { meRoutes } from "./partners/me-routes.ts";
import { partnerRoutes } from "./partners/partner-routes.ts";
import { portalRoutes } from "./partners/portal-routes.ts";
import { portalPageRoutes } from "./portal/portal-page-routes.ts";
import { signInRoutes } from "./portal/sign-in-routes.ts";
import { pullRoutes } from "./pull/pull-routes.ts";
import { quarantineRoutes } from "./quarantine/quarantine-routes.ts";
import { removalRoutes } from "./removals/removal-routes.ts";
import { replayRoutes } from "./replays/replay-routes.ts";
import { healthRoutes } from "./status/health-routes.ts";
import { redriveRoutes, statusRoutes } from "./status/status-routes.ts";
import { acknowledgementRoutes } from "./subscriptions/acknowledgement-routes.ts";
import { signingKeyRoutes } from "./subscriptions/signing-key-routes.ts";
import { statisticsRoutes } from "./subscriptions/statistics-routes.ts";
import { subscriptionRoutes } from "./subscriptions/subscription-routes.ts";

export const maxBodyBytes = 256 * 1_024;

/** Runs wherever a fetch handler does: in a Lambda, on a Node server, or through `app.request()` in a test. */
export function createApi(services: ApiServices): OpenAPIHono<ApiEnv> {
  // Hono's default router finds a route 5 µs faster, but compiles itself during each cold start, which takes
  // milliseconds.
  const app = new OpenAPIHono<ApiEnv>({ getPath: decodablePath, router: new TrieRouter() });
  app.onError((error, context) => errorResponse(error, context, services.logger));
  app.notFound(({ req }) => {
    const detail = "The URL isn't valid. Percent-encode special characters as UTF-8, and don't include a user name.";
    return req.path === undecodable ? problemResponse("invalid-request", req.path, { detail }) : nothingHere(req.path);
  });

  app.use(async (context, next) => {
    await next();
    context.header("x-content-type-options", "nosniff");
  });
  app.use(limitUnauthenticated(services));
  app.use("/v1/*", async (context, next) => {
    await next();
    if (!context.res.headers.has("cache-control")) context.header("cache-control", "private, no-cache");
  });
  healthRoutes(app, services);
  app.get(
    documentPath,
    etag(),
    constantDocument("application/json", () => openApiDocument(app)),
  );
  schemaRoutes(app);
  signingKeyRoutes(app, services);
  if (services.signIn !== undefined) signInRoutes(app, services.signIn, services);
  if (services.portal !== undefined) portalPageRoutes(app, services.portal, services);

  app.use("/v1/*", refuseDeliveries);
  app.use("/v1/*", authenticate(services.authenticator));
  app.use("/v1/*", limitRequests(services));
  app.use("/v1/*", takeTurns());
  app.use("/v1/*", auditChanges(services));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: ({ req }, allowed) =>
        problemResponse("method-not-allowed", req.path, { headers: { allow: allowed.toSorted().join(", ") } }),
    }),
  );
  app.use("/v1/*", requireJson);
  const tooLarge = bodyLimit({
    maxSize: maxBodyBytes,
    onError: ({ req }) =>
      problemResponse("body-too-large", req.path, { detail: `Send a body of at most ${maxBodyBytes} bytes.` }),
  });
  app.use("/v1/*", tooLarge);
  app.use("/v1/*", etag());
  const endpoints = [
    [subscriptionRoutes, acknowledgementRoutes, pingRoutes, statisticsRoutes, deliveryRoutes],
    [eventRoutes, eventTypeRoutes, filterRoutes, replayRoutes, pullRoutes],
    [completenessRoutes, subscriptionCompletenessRoutes],
    [meRoutes, partnerRoutes, keyRoutes, portalRoutes, auditRoutes, alertRoutes],
    [feedRoutes, quarantineRoutes, removalRoutes, instanceRoutes, credentialTestRoutes],
    [erasureRoutes, explainRoutes, statusRoutes, redriveRoutes],
  ].flat(2);
  for (const add of endpoints) add(app, services);
  assertAllDeclared(app, [documentPath]);
  return app;
}

const withBody = new Set(["POST", "PUT", "PATCH"]);
const json = /^application\/(merge-patch\+)?json\s*(;.*)?$/i;

/** Without this check, a body with another content type would also be parsed as JSON. */
const requireJson: MiddlewareHandler = async ({ req }, next) => {
  const type = req.header("content-type");
  const hasNone = type === undefined && isZero(req.header("content-length")) && !req.header("transfer-encoding");
  if (withBody.has(req.method) && !hasNone && !json.test(type ?? "")) {
    throw new RequestError("unsupported-media-type", "Send the Content-Type: application/json header.");
  }
  await next();
};

const isZero = (length = "0"): boolean => Number(length) === 0;

/** Replaces the path of a URL that has credentials or can't be decoded. No valid URL has this path. */
const undecodable = "/%";

/** A URL with credentials, such as `http://user:password@…`. The platform's `Request` constructor throws on it. */
const withUser = /^https?:\/\/[^/?#]*@/i;

/**
 * Hono decodes each run of escapes in an undecodable URL separately, and each failure throws an exception. In a 60 KB
 * URL, these exceptions take a tenth of a second before any limit applies, and again for each parameter.
 */
function decodablePath(request: Request): string {
  if (withUser.test(request.url)) return undecodable;
  try {
    decodeURIComponent(request.url);
  } catch {
    return undecodable;
  }
  return getPath(request);
}
