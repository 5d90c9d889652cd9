import type { MiddlewareHandler } from "hono";
import type { Logger } from "../../kernel/ports/logger.ts";
import { RecentMap } from "../../kernel/recent-map.ts";
import type { RequestCounts } from "../../partners/request-counts.ts";
import type { ApiServices } from "../api-services.ts";
import { problemResponse } from "../http/problem.ts";
import type { ApiEnv } from "./access.ts";
import { minute, mostBudgets, ofOperatorKey, RequestBudget, rateLimitHeaders } from "./request-budget.ts";

/** Requests per minute with all keys of a partner. With a budget per key, more keys would raise the limit. */
const ofPartner = 600;

export function limitRequests({ clock, requestCounts, logger }: ApiServices): MiddlewareHandler<ApiEnv> {
  const budget = new RequestBudget();
  const waitFor = sharedBudget(requestCounts, logger);
  return async (context, next) => {
    const { isOperator, key, access } = context.var.caller;
    const [policy, owner, limit] = isOperator
      ? (["key", key, ofOperatorKey] as const)
      : (["partner", access.partner, ofPartner] as const);
    const own = budget.take(owner, limit, clock.now());
    const blockedFor = own.isAdmitted ? await waitFor(owner, limit, clock.now()) : 0;
    const state = blockedFor === 0 ? own : { isAdmitted: false, remaining: 0, resetIn: blockedFor };
    const headers = rateLimitHeaders(policy, limit, state);
    if (!state.isAdmitted) {
      const whose = isOperator ? "one key" : "all of a partner's keys combined";
      const detail = `Send at most ${limit} requests in 60 seconds with ${whose}.`;
      return problemResponse("too-many-requests", context.req.path, { detail, headers });
    }
    await next();
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return undefined;
  };
}

/** Requests per report to the shared count. A caller can exceed the limit by up to this number per worker. */
const reportedAt = 20;
/** How often one worker's bucket can be emptied in a minute: it starts full and refills once. */
const bucketsPerMinute = 2;

/** `requests`: those not reported yet. `blockedUntil`: unix ms. */
type Seen = { readonly requests: number; readonly blockedUntil: number };

/**
 * Returns a function that returns the seconds until `owner` may send again, or 0; `limit` is per minute, `now` in unix
 * ms. Without it, a caller would have one limit per worker. The callers seen longest ago are forgotten; a forgotten
 * caller gains at most one report's requests.
 */
export function sharedBudget(counts: RequestCounts, logger: Logger, seen = new RecentMap<Seen>(mostBudgets)) {
  return async (owner: string, limit: number, now: number): Promise<number> => {
    const known = seen.get(owner) ?? { requests: 0, blockedUntil: 0 };
    // A block lasts at most a minute, so an end that is further away was set while the clock was ahead.
    if (known.blockedUntil > now && known.blockedUntil <= now + minute)
      return Math.ceil((known.blockedUntil - now) / 1_000);
    const unreported = known.requests + 1;
    const isDue = unreported >= reportedAt;
    // The reset comes before the `await`, so that requests that arrive meanwhile count toward the next report.
    seen.set(owner, { requests: isDue ? 0 : unreported, blockedUntil: 0 });
    if (!isDue) return 0;
    try {
      if ((await counts.add(owner, reportedAt, now)) <= bucketsPerMinute * limit) return 0;
    } catch (error) {
      // If the table fails to count, the API must still respond.
      logger.error("api.requests_not_counted", error, {});
      return 0;
    }
    const blockedUntil = (Math.floor(now / minute) + 1) * minute;
    seen.set(owner, { requests: 0, blockedUntil });
    return Math.ceil((blockedUntil - now) / 1_000);
  };
}
