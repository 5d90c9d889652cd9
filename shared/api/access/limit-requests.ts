import type { MiddlewareHandler } from "hono";
import type { Clock } from "../../kernel/ports/clock.ts";
import { problemResponse } from "../http/problem.ts";
import type { ApiEnv } from "./access.ts";
import { RequestBudget, type RequestLimit } from "./request-budget.ts";

const ofPartner: RequestLimit = { requests: 600, seconds: 60 };
const ofOperator: RequestLimit = { requests: 6_000, seconds: 60 };

/**
 * Refuses requests of a key that sends too many, and says in every answer how many it may still send: `RateLimit` and
 * `RateLimit-Policy` as draft-ietf-httpapi-ratelimit-headers has them.
 */
export function limitRequests(clock: Clock): MiddlewareHandler<ApiEnv> {
  const budget = new RequestBudget();
  return async (context, next) => {
    const { caller } = context.var;
    const limit = caller.isOperator ? ofOperator : ofPartner;
    const { isAdmitted, remaining, fullIn, nextIn } = budget.take(caller.key, limit, clock.now());
    const headers = {
      "ratelimit-policy": `"key";q=${limit.requests};w=${limit.seconds}`,
      ratelimit: `"key";r=${remaining};t=${isAdmitted ? fullIn : nextIn}`,
    };
    if (!isAdmitted) {
      const detail = `at most ${limit.requests} requests in ${limit.seconds} seconds with one key`;
      return problemResponse("too-many-requests", context.req.path, {
        detail,
        headers: { ...headers, "retry-after": String(nextIn) },
      });
    }
    await next();
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return undefined;
  };
}
