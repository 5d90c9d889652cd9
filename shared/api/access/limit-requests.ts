import type { MiddlewareHandler } from "hono";
import type { ApiServices } from "../api-services.ts";
import { problemResponse } from "../http/problem.ts";
import type { ApiEnv } from "./access.ts";
import { ofOperatorKey, RequestBudget, type RequestLimit, rateLimitHeaders } from "./request-budget.ts";
import { SharedBudget } from "./shared-budget.ts";

/** All keys of a partner share one budget; otherwise a partner could raise its limit with more keys. */
const ofPartner: RequestLimit = { requests: 600, seconds: 60 };

/** Refuses requests of a caller that sends too many. Every response says how many are left. */
export function limitRequests({ clock, requestCounts, logger }: ApiServices): MiddlewareHandler<ApiEnv> {
  const budget = new RequestBudget();
  const shared = new SharedBudget({ counts: requestCounts, logger });
  return async (context, next) => {
    const { isOperator, key, access } = context.var.caller;
    const [policy, owner, limit] = isOperator
      ? (["key", key, ofOperatorKey] as const)
      : (["partner", access.partner, ofPartner] as const);
    const own = budget.take(owner, limit, clock.now());
    const blockedFor = own.isAdmitted ? await shared.take(owner, limit, clock.now()) : 0;
    const state = blockedFor === 0 ? own : { isAdmitted: false, remaining: 0, resetIn: blockedFor };
    const headers = rateLimitHeaders(policy, limit, state);
    if (!state.isAdmitted) {
      const whose = isOperator ? "one key" : "all of a partner's keys together";
      const detail = `Send at most ${limit.requests} requests in ${limit.seconds} seconds with ${whose}.`;
      return problemResponse("too-many-requests", context.req.path, { detail, headers });
    }
    await next();
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return undefined;
  };
}
