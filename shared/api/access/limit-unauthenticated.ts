import type { MiddlewareHandler } from "hono";
import { parseKeyText } from "../../partners/api-key.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import type { ApiServices } from "../api-services.ts";
import { problemResponse } from "../http/problem.ts";
import type { ApiEnv } from "./access.ts";
import { bearerKey } from "./authenticate.ts";
import { networkOf } from "./network-of.ts";
import { RequestBudget, rateLimitHeaders } from "./request-budget.ts";

export const documentPath = "/v1/openapi.json";

const ofAddress = 600;

/** The shortest time (ms) between two log entries about refused keys. */
const loggedEvery = 60_000;

/**
 * Limits each client address before anything is read. Requests with a known key don't count: behind a proxy that isn't
 * in `trustedProxies`, all clients share one address, and a flood of requests without a key must not lock out clients
 * with a key. Health checks have their own budget for the same reason. Paths that need no key have no other limit, so
 * on these paths, requests with a known key also count, in one budget per partner.
 */
export function limitUnauthenticated(services: ApiServices): MiddlewareHandler<ApiEnv> {
  const { authenticator, addressOf, clock, metrics } = services;
  const budget = new RequestBudget();
  const log = refusedKeysLog(services);
  return async (context, next) => {
    const { req } = context;
    const key = bearerKey(req);
    const address = addressOf(context.env);
    const known = key !== undefined && authenticator.knows(key) ? key : undefined;
    if (known === undefined || !asksForKey(req.path)) {
      const isHealth = req.path === "/healthz" || req.path === "/readyz";
      const sender = known === undefined ? networkOf(address) : (parseKeyText(known)?.partner ?? operatorPartner);
      const owner = `${isHealth ? "health " : ""}${sender}`;
      const state = budget.take(owner, ofAddress, clock.now());
      if (!state.isAdmitted) {
        const whose =
          known === undefined
            ? "from one address without a valid key"
            : "to paths that need no key, with all of a partner's keys combined";
        const detail = `Send at most ${ofAddress} requests in 60 seconds ${whose}.`;
        const headers = rateLimitHeaders(known === undefined ? "address" : "partner", ofAddress, state);
        return problemResponse("too-many-requests", req.path, { detail, headers });
      }
    }
    await next();
    if (key !== undefined && context.res.status === 401) {
      metrics.record("api.keys_refused", 1);
      log(key, address);
    }
    return undefined;
  };
}

function asksForKey(path: string): boolean {
  return (path.startsWith("/v1/") && path !== documentPath) || path === "/metrics";
}

function refusedKeysLog({ clock, logger }: ApiServices) {
  let [refused, loggedAt] = [0, Number.NEGATIVE_INFINITY];
  return (text: string, address: string | undefined): void => {
    refused += 1;
    const now = clock.now();
    if (Math.abs(now - loggedAt) < loggedEvery) return;
    logger.warn("api.keys_refused", { refused, address, key: parseKeyText(text)?.id });
    [refused, loggedAt] = [0, now];
  };
}
