import type { Feed, FeedClass, FeedVisits } from "../../schedule/feeds/feed.ts";
import type { PassEnd } from "../feed-reader.ts";

/**
 * The most entries in a feed's history of visits. There may be thousands of owners, so their histories must stay small.
 */
const mostRuns = (name: FeedClass): number => (name === "owners" ? 6 : 12);

/** What one visit did, for the feed's history. The note is written only together with other changes. */
export class VisitNote {
  readonly #beganAt: number;
  #rows = 0;
  #changes = 0;
  #outcome = "saved";

  /** `beganAt` is in unix ms. */
  constructor(beganAt: number) {
    this.#beganAt = beganAt;
  }

  read(rows: number, changes: number): void {
    this.#rows += rows;
    this.#changes += changes;
  }

  ended(end: PassEnd): void {
    if (end.outcome === "failed" || end.outcome === "parked")
      this.#outcome = `${end.outcome}:${end.reason.slice(0, 30)}`;
    else this.#outcome = end.outcome === "refused" ? `failed:${end.by}` : end.outcome;
  }

  /** `feed` is as it was before the visit, so a later write of the visit replaces the entry of an earlier one. */
  after(feed: Pick<Feed, "class" | "visits">, requests: number, now: number): Feed["visits"] {
    const visits = feed.visits ?? [];
    const took = Math.max(0, now - this.#beganAt);
    const own: FeedVisits = [this.#beganAt, this.#beganAt, 1, took, requests, this.#rows, this.#changes, this.#outcome];
    const last = visits.at(-1);
    const isLike = last !== undefined && last[7] === own[7] && last[6] === 0 && own[6] === 0;
    const all = isLike ? [...visits.slice(0, -1), joined(last, own)] : [...visits, own];
    return all.slice(-mostRuns(feed.class));
  }
}

/** Joins visits that found nothing and had the same result, so that they don't displace those that found something. */
function joined(run: FeedVisits, visit: FeedVisits): FeedVisits {
  const [since, , count, , requests, rows] = run;
  const [at, , , took, ownRequests, ownRows, changes, outcome] = visit;
  return [since, at, count + 1, took, requests + ownRequests, rows + ownRows, changes, outcome];
}
