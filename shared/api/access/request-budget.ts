/** How many requests a key may send. */
export type RequestLimit = { readonly requests: number; readonly seconds: number };

/** `remaining`: requests that the key may send at once; `fullIn` and `nextIn`: seconds until all, and until one more. */
export type RequestBudgetState = {
  readonly isAdmitted: boolean;
  readonly remaining: number;
  readonly fullIn: number;
  readonly nextIn: number;
};

type Bucket = { tokens: number; at: number };

/** Keys remembered; above it those are forgotten that were used longest ago, which gives them a full bucket. */
const mostKeys = 10_000;

/**
 * Token buckets of API keys, in the memory of this process: a bucket in a table would cost a write per request. Several
 * processes have a bucket each.
 */
export class RequestBudget {
  readonly #buckets = new Map<string, Bucket>();

  /** Takes one request of a key's budget at `now` (unix ms). */
  take(key: string, { requests, seconds }: RequestLimit, now: number): RequestBudgetState {
    const perMs = requests / seconds / 1_000;
    const known = this.#buckets.get(key);
    // A clock that was set back gives nothing and takes nothing.
    const passed = known === undefined ? 0 : Math.max(now - known.at, 0);
    const tokens = known === undefined ? requests : Math.min(known.tokens + passed * perMs, requests);
    const isAdmitted = tokens >= 1;
    const left = isAdmitted ? tokens - 1 : tokens;
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: left, at: now });
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= mostKeys) break;
      this.#buckets.delete(oldest);
    }
    const inSeconds = (missing: number) => Math.ceil(Math.max(missing, 0) / perMs / 1_000);
    return { isAdmitted, remaining: Math.floor(left), fullIn: inSeconds(requests - left), nextIn: inSeconds(1 - left) };
  }
}
