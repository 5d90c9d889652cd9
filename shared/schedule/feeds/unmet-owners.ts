import type { TableReader } from "../../kernel/ports/table.ts";
import type { Feed } from "./feed.ts";
import type { FeedStore } from "./feed-store.ts";
import { laterBucketOf, laterPartition, longestWait, requestedPartitionsOf } from "./wheel-partition.ts";

/** Feeds looked at per index partition. */
const mostLookedAt = 250;
/** Buckets behind the clock that ticks may not have looked at yet. */
const recentBuckets = 2;

/**
 * Owners that became known by first contact and haven't been read to their first end: those that wait for their first visit, and
 * where none does, those that are being visited, read on, or back off. Owners that came later don't count, nor do parked and paused
 * feeds. Where more than `mostLookedAt` feeds of later owners hide the last ones of first contact, it gives none too early.
 */
export async function unmetOwners(
  { table, feeds }: { readonly table: Pick<TableReader, "queryIndex">; readonly feeds: Pick<FeedStore, "loadAll"> },
  instance: string,
  now: number,
): Promise<readonly Feed[]> {
  const unmetIn = async (partitions: readonly string[]): Promise<readonly Feed[]> => {
    const pages = await Promise.all(
      partitions.map((partition) => table.queryIndex({ index: "wheel", partition, limit: mostLookedAt })),
    );
    const feedIds = pages.flatMap(({ items }) => items.map(({ pk }) => pk));
    const standing = await feeds.loadAll(feedIds, { consistent: false });
    return standing.filter(({ knownSince, drained }) => knownSince !== undefined && !drained);
  };
  // Nearly all wait here while first contact goes on, and the others are many partitions.
  const first = await unmetIn(requestedPartitionsOf(instance, "owners", "first"));
  if (first.length > 0) return first;
  const from = laterBucketOf(now) - recentBuckets;
  const aside = Array.from({ length: recentBuckets + longestWait + 1 }, (_, n) =>
    laterPartition(instance, "owners", from + n),
  );
  // A first visit that has more to read than it may goes on ahead of others, among the timelines.
  const goesOn = [
    ...requestedPartitionsOf(instance, "owners", "now"),
    ...requestedPartitionsOf(instance, "timelines", "now"),
  ];
  return unmetIn([...goesOn, ...aside]);
}
