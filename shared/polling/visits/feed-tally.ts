import type { Feed, FeedStats } from "../../schedule/feeds/feed.ts";

/** Bounds memory. The feed that has gone longest without a new count is forgotten first. */
const mostFeeds = 10_000;

/**
 * Keeps the counts of what this process's visits have read until the feed is next written, because a poll that finds
 * nothing writes nothing.
 */
export class FeedTally {
  readonly #unwritten = new Map<string, FeedStats>();
  readonly #documentPages = new Map<string, number>();

  add(feedId: string, counts: FeedStats): void {
    const sum = sumOf(this.#unwritten.get(feedId), counts);
    this.#unwritten.delete(feedId);
    if (Object.values(sum).every((count) => count === 0)) return;
    this.#unwritten.set(feedId, sum);
    const [longest] = this.#unwritten.keys();
    if (this.#unwritten.size > mostFeeds && longest !== undefined) this.#unwritten.delete(longest);
  }

  /** Returns the feed's statistics including unwritten counts; undefined if there are no unwritten ones. */
  sum({ feedId, stats }: Feed): FeedStats | undefined {
    const unwritten = this.#unwritten.get(feedId);
    return unwritten === undefined ? undefined : sumOf(stats, unwritten);
  }

  written(feedId: string): void {
    this.#unwritten.delete(feedId);
  }

  /** Counts the pages of owners' first contact per instance rather than per feed, because there are many owners. */
  addDocumentPages(instance: string, pages: number): void {
    this.#documentPages.set(instance, (this.#documentPages.get(instance) ?? 0) + pages);
  }

  takeDocumentPages(instance: string): number {
    const pages = this.#documentPages.get(instance) ?? 0;
    this.#documentPages.delete(instance);
    return pages;
  }
}

function sumOf(one: FeedStats | undefined, other: FeedStats): FeedStats {
  if (one === undefined) return other;
  const pages = (one.pages ?? 0) + (other.pages ?? 0);
  return {
    rows: one.rows + other.rows,
    duplicates: one.duplicates + other.duplicates,
    missed: one.missed + other.missed,
    quarantined: one.quarantined + other.quarantined,
    ...(pages > 0 && { pages }),
  };
}
