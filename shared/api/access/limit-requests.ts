import type { MiddlewareHandler } from "hono";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { RequestCounts } from "../../partners/request-counts.ts";
import { problemResponse } from "../http/problem.ts";
import type { ApiEnv } from "./access.ts";
import { RequestBudget, type RequestLimit } from "./request-budget.ts";
import { SharedBudget } from "./shared-budget.ts";

const ofPartner: RequestLimit = { requests: 600, seconds: 60 };
const ofOperator: RequestLimit = { requests: 6_000, seconds: 60 };

type Services = {
  readonly clock: Clock;
  readonly requestCounts: Pick<RequestCounts, "add">;
  readonly logger: Logger;
};

/**
 * Refuses requests of a key that sends too many, and says in every answer how many it may still send: `RateLimit` and
 * `RateLimit-Policy` as draft-ietf-httpapi-ratelimit-headers has them.
 */
export function limitRequests({ clock, requestCounts, logger }: Services): MiddlewareHandler<ApiEnv> {
  const budget = new RequestBudget();
  const shared = new SharedBudget({ counts: requestCounts, logger });
  return async (context, next) => {
    const { caller } = context.var;
    const limit = caller.isOperator ? ofOperator : ofPartner;
    const own = budget.take(caller.key, limit, clock.now());
    const blockedFor = own.isAdmitted ? await shared.take(caller.key, limit, clock.now()) : 0;
    const isAdmitted = own.isAdmitted && blockedFor === 0;
    const nextIn = Math.max(own.nextIn, blockedFor);
    const headers = {
      "ratelimit-policy": `"key";q=${limit.requests};w=${limit.seconds}`,
      ratelimit: `"key";r=${blockedFor > 0 ? 0 : own.remaining};t=${isAdmitted ? own.fullIn : nextIn}`,
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
