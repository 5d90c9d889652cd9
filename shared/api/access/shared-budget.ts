import type { Logger } from "../../kernel/ports/logger.ts";
import type { RequestCounts } from "../../partners/request-counts.ts";
import type { RequestLimit } from "./request-budget.ts";

/** A worker reports a key's requests to the others once it has counted this many. Each worker may exceed the limit by as many. */
const told = 20;
/** How often one worker's bucket can be emptied in a minute: it is full at the beginning, and filled once more within it. */
const bucketsPerMinute = 2;
const minute = 60_000;

type Seen = { requests: number; blockedUntil: number };

export type SharedBudgetParts = {
  readonly counts: Pick<RequestCounts, "add">;
  readonly logger: Logger;
};

/**
 * Holds a key to its limit across workers, each of which has a bucket of its own for it: without this, a key that keeps
 * many workers busy would get as many limits, and take what the API lets through from all other partners.
 */
export class SharedBudget {
  readonly #parts: SharedBudgetParts;
  readonly #keys = new Map<string, Seen>();

  constructor(parts: SharedBudgetParts) {
    this.#parts = parts;
  }

  /** Counts one request at `now` (unix ms); returns in how many seconds the key may send again, 0 where it may now. */
  async take(key: string, { requests, seconds }: RequestLimit, now: number): Promise<number> {
    const seen = this.#keys.get(key) ?? { requests: 0, blockedUntil: 0 };
    this.#keys.set(key, seen);
    if (seen.blockedUntil > now) return Math.ceil((seen.blockedUntil - now) / 1_000);
    seen.requests += 1;
    if (seen.requests < told) return 0;
    seen.requests = 0;
    const most = bucketsPerMinute * requests * (minute / 1_000 / seconds);
    try {
      if ((await this.#parts.counts.add(key, told, now)) <= most) return 0;
    } catch (error) {
      // A table that can't count must not close the API.
      this.#parts.logger.error("api.requests_not_counted", error, {});
      return 0;
    }
    seen.blockedUntil = (Math.floor(now / minute) + 1) * minute;
    return Math.ceil((seen.blockedUntil - now) / 1_000);
  }
}
