import type { Logger } from "../../kernel/ports/logger.ts";
import { RecentMap } from "../../kernel/recent-map.ts";
import type { RequestCounts } from "../../partners/request-counts.ts";
import { mostBudgets, type RequestLimit } from "./request-budget.ts";

/** A worker reports requests to the others once it has counted this many. Each worker may exceed a limit by as many. */
const reportedAt = 20;
/** How often one worker's bucket can be emptied in a minute: it is full at the beginning, and filled once more within it. */
const bucketsPerMinute = 2;
const minute = 60_000;

/** Requests that aren't reported yet; unix ms until which the others' requests leave no more. */
type Seen = { readonly requests: number; readonly blockedUntil: number };

export type SharedBudgetParts = {
  readonly counts: Pick<RequestCounts, "add">;
  readonly logger: Logger;
  readonly seen?: RecentMap<Seen>;
};

/**
 * Holds a caller to its limit across workers, each of which has a bucket of its own for it: without this, one that keeps many
 * workers busy would get as many limits. The callers it saw last longest ago are forgotten; such a caller gets no more than
 * the requests of one report.
 */
export class SharedBudget {
  readonly #parts: SharedBudgetParts;
  readonly #seen: RecentMap<Seen>;

  constructor(parts: SharedBudgetParts) {
    this.#parts = parts;
    this.#seen = parts.seen ?? new RecentMap<Seen>(mostBudgets);
  }

  /** Counts one request at `now` (unix ms); returns in how many seconds `owner` may send again, 0 where it may now. */
  async take(owner: string, { requests, seconds }: RequestLimit, now: number): Promise<number> {
    const seen = this.#seen.get(owner) ?? { requests: 0, blockedUntil: 0 };
    // A block lasts a minute at most; one that ends later stems from a clock that was ahead.
    if (seen.blockedUntil > now && seen.blockedUntil <= now + minute)
      return Math.ceil((seen.blockedUntil - now) / 1_000);
    const unreported = seen.requests + 1;
    const isDue = unreported >= reportedAt;
    // Set before the count is awaited: requests that come meanwhile are counted for the next report.
    this.#seen.set(owner, { requests: isDue ? 0 : unreported, blockedUntil: 0 });
    if (!isDue) return 0;
    const most = bucketsPerMinute * requests * (minute / 1_000 / seconds);
    try {
      if ((await this.#parts.counts.add(owner, reportedAt, now)) <= most) return 0;
    } catch (error) {
      // A table that can't count must not close the API.
      this.#parts.logger.error("api.requests_not_counted", error, {});
      return 0;
    }
    const blockedUntil = (Math.floor(now / minute) + 1) * minute;
    this.#seen.set(owner, { requests: 0, blockedUntil });
    return Math.ceil((blockedUntil - now) / 1_000);
  }
}
