import { RecentMap } from "../../kernel/recent-map.ts";

/** The size of a budget: a number of requests within a period. */
export type RequestLimit = { readonly requests: number; readonly seconds: number };

/**
 * Each operator key has its own budget: each person and program has a key, so that none uses up the others' requests.
 */
export const ofOperatorKey: RequestLimit = { requests: 6_000, seconds: 60 };

/**
 * `remaining`: requests that may be sent at once; `fullIn` and `nextIn`: seconds until the budget is full, and until it
 * has one more.
 */
export type RequestBudgetState = {
  readonly isAdmitted: boolean;
  readonly remaining: number;
  readonly fullIn: number;
  readonly nextIn: number;
};

type Bucket = { readonly tokens: number; readonly at: number };

/** Budgets that are remembered. The one used longest ago is forgotten first, which fills it up. */
export const mostBudgets = 10_000;

/**
 * Token buckets of callers, in the memory of this process: a bucket in a table would cost a write per request. Each
 * process has its own.
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
    // A clock that is set back neither gives nor takes requests.
    const passed = known === undefined ? 0 : Math.max(now - known.at, 0);
    const tokens = known === undefined ? requests : Math.min(known.tokens + passed * perMs, requests);
    const isAdmitted = tokens >= 1;
    const left = isAdmitted ? tokens - 1 : tokens;
    this.#buckets.set(owner, { tokens: left, at: now });
    const inSeconds = (missing: number) => Math.ceil(Math.max(missing, 0) / perMs / 1_000);
    return { isAdmitted, remaining: Math.floor(left), fullIn: inSeconds(requests - left), nextIn: inSeconds(1 - left) };
  }
}

/**
 * `RateLimit` and `RateLimit-Policy` according to draft-ietf-httpapi-ratelimit-headers. `policy` names the budget's
 * owner.
 */
export function rateLimitHeaders(
  policy: "partner" | "key" | "address",
  { requests, seconds }: RequestLimit,
  { isAdmitted, remaining, fullIn, nextIn }: RequestBudgetState,
): Record<string, string> {
  return {
    "ratelimit-policy": `"${policy}";q=${requests};w=${seconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${isAdmitted ? fullIn : nextIn}`,
    ...(isAdmitted ? {} : { "retry-after": String(nextIn) }),
  };
}
