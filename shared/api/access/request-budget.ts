import { RecentMap } from "../../kernel/recent-map.ts";

/** The size of a budget: a number of requests within a period. */
export type RequestLimit = { readonly requests: number; readonly seconds: number };

/** Each operator key has its own budget, so that no person or program uses up another's requests. */
export const ofOperatorKey: RequestLimit = { requests: 6_000, seconds: 60 };

/**
 * `remaining`: the requests that may be sent now. `resetIn`: the seconds until the budget is full or, after a refusal,
 * until it has one more request.
 */
export type RequestBudgetState = {
  readonly isAdmitted: boolean;
  readonly remaining: number;
  readonly resetIn: number;
};

type Bucket = { readonly tokens: number; readonly at: number };

/**
 * The maximum number of budgets to remember. The budget used longest ago is forgotten first, and is full when it is
 * used again.
 */
export const mostBudgets = 10_000;

/**
 * Token buckets of callers, in this process's memory: a bucket in a table would cost a write per request. Each process
 * has its own buckets.
 */
export class RequestBudget {
  readonly #buckets: RecentMap<Bucket>;

  constructor(buckets = new RecentMap<Bucket>(mostBudgets)) {
    this.#buckets = buckets;
  }

  /** Takes one request from the budget of `owner` at `now` (unix ms). */
  take(owner: string, { requests, seconds }: RequestLimit, now: number): RequestBudgetState {
    const perMs = requests / seconds / 1_000;
    const known = this.#buckets.get(owner);
    // Setting a clock back neither adds nor removes requests.
    const passed = known === undefined ? 0 : Math.max(now - known.at, 0);
    const tokens = known === undefined ? requests : Math.min(known.tokens + passed * perMs, requests);
    const isAdmitted = tokens >= 1;
    const left = isAdmitted ? tokens - 1 : tokens;
    this.#buckets.set(owner, { tokens: left, at: now });
    const missing = (isAdmitted ? requests : 1) - left;
    return { isAdmitted, remaining: Math.floor(left), resetIn: Math.ceil(missing / perMs / 1_000) };
  }
}

/**
 * Returns `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). `policy` names the kind of owner
 * of the budget.
 */
export function rateLimitHeaders(
  policy: "partner" | "key" | "address",
  { requests, seconds }: RequestLimit,
  { isAdmitted, remaining, resetIn }: RequestBudgetState,
): Record<string, string> {
  return {
    "ratelimit-policy": `"${policy}";q=${requests};w=${seconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetIn}`,
    ...(isAdmitted ? {} : { "retry-after": String(resetIn) }),
  };
}
