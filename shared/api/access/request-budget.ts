import { RecentMap } from "../../kernel/recent-map.ts";

/** The period of every limit (ms). */
export const minute = 60_000;

/** Requests per minute with one key, so that no person or program uses up another's requests. */
export const ofOperatorKey = 6_000;

/** `resetIn`: the seconds until the budget is full or, after a refusal, until it has one more request. */
export type RequestBudgetState = {
  readonly isAdmitted: boolean;
  readonly remaining: number;
  readonly resetIn: number;
};

type Bucket = { readonly tokens: number; readonly at: number };

/** The budget used longest ago is forgotten first, and is full when it is used again. */
export const mostBudgets = 10_000;

/** Token buckets of callers, in this process's memory: a bucket in a table would cost a write per request. */
export class RequestBudget {
  readonly #buckets: RecentMap<Bucket>;

  constructor(buckets = new RecentMap<Bucket>(mostBudgets)) {
    this.#buckets = buckets;
  }

  /** `limit` is per minute, `now` in unix ms. */
  take(owner: string, limit: number, now: number): RequestBudgetState {
    const perMs = limit / minute;
    const known = this.#buckets.get(owner);
    // Setting a clock back neither adds nor removes requests.
    const passed = known === undefined ? 0 : Math.max(now - known.at, 0);
    const tokens = known === undefined ? limit : Math.min(known.tokens + passed * perMs, limit);
    const isAdmitted = tokens >= 1;
    const left = isAdmitted ? tokens - 1 : tokens;
    this.#buckets.set(owner, { tokens: left, at: now });
    const missing = (isAdmitted ? limit : 1) - left;
    return { isAdmitted, remaining: Math.floor(left), resetIn: Math.ceil(missing / perMs / 1_000) };
  }
}

/** The headers of draft-ietf-httpapi-ratelimit-headers. `policy` names the kind of the budget's owner. */
export function rateLimitHeaders(
  policy: "partner" | "key" | "address",
  limit: number,
  { isAdmitted, remaining, resetIn }: RequestBudgetState,
): Record<string, string> {
  return {
    "ratelimit-policy": `"${policy}";q=${limit};w=60`,
    ratelimit: `"${policy}";r=${remaining};t=${resetIn}`,
    ...(isAdmitted ? {} : { "retry-after": String(resetIn) }),
  };
}
