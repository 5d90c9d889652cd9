import type { Logger } from "../../kernel/ports/logger.ts";
import { RecentMap } from "../../kernel/recent-map.ts";
import type { RequestCounts } from "../../partners/request-counts.ts";
import { mostBudgets, type RequestLimit } from "./request-budget.ts";

/**
 * A worker reports its requests to the others each time it has counted this many, so a caller may exceed a limit by
 * that number per worker.
 */
const reportedAt = 20;
/** How often one worker's bucket can be emptied in a minute: it starts full and refills once. */
const bucketsPerMinute = 2;
const minute = 60_000;

/**
 * The requests that aren't reported yet, and until when (unix ms) the caller is blocked because other workers' requests
 * use up the limit.
 */
type Seen = { readonly requests: number; readonly blockedUntil: number };

type Parts = {
  readonly counts: Pick<RequestCounts, "add">;
  readonly logger: Logger;
  readonly seen?: RecentMap<Seen>;
};

/**
 * Holds a caller to its limit across workers, each of which has its own buckets. Without this, a caller that keeps many
 * workers busy would have one limit per worker. The callers seen longest ago are forgotten, which gives each of them at
 * most the requests of one report.
 */
export class SharedBudget {
  readonly #parts: Parts;
  readonly #seen: RecentMap<Seen>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#seen = parts.seen ?? new RecentMap<Seen>(mostBudgets);
  }

  /**
   * Counts one request at `now` (unix ms). Returns the seconds until `owner` may send again, or 0 if it may send now.
   */
  async take(owner: string, { requests, seconds }: RequestLimit, now: number): Promise<number> {
    const seen = this.#seen.get(owner) ?? { requests: 0, blockedUntil: 0 };
    // A block lasts at most a minute. One that ends later comes from a clock that was ahead.
    if (seen.blockedUntil > now && seen.blockedUntil <= now + minute)
      return Math.ceil((seen.blockedUntil - now) / 1_000);
    const unreported = seen.requests + 1;
    const isDue = unreported >= reportedAt;
    // Reset before the count is awaited, so that requests in the meantime count for the next report.
    this.#seen.set(owner, { requests: isDue ? 0 : unreported, blockedUntil: 0 });
    if (!isDue) return 0;
    const most = bucketsPerMinute * requests * (minute / 1_000 / seconds);
    try {
      if ((await this.#parts.counts.add(owner, reportedAt, now)) <= most) return 0;
    } catch (error) {
      // A table that fails to count must not close the API.
      this.#parts.logger.error("api.requests_not_counted", error, {});
      return 0;
    }
    const blockedUntil = (Math.floor(now / minute) + 1) * minute;
    this.#seen.set(owner, { requests: 0, blockedUntil });
    return Math.ceil((blockedUntil - now) / 1_000);
  }
}
