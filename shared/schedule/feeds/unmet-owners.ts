import type { TableReader } from "../../kernel/ports/table.ts";
import type { Feed } from "./feed.ts";
import type { FeedStore } from "./feed-store.ts";
import { laterBucketOf, laterPartition, longestWait, requestedPartitionsOf } from "./wheel-partition.ts";

/** The maximum number of feeds that are read per index partition. */
const mostLookedAt = 250;
/** The number of recent buckets that ticks might not have read yet. */
const recentBuckets = 2;

/**
 * Returns owners that first contact found and hasn't read to the end: those that wait for their first visit or, if
 * there are none, those that are being visited, continuing, or backing off. If `mostLookedAt` other feeds come first in
 * a partition, the result may be empty even though such owners are left.
 */
export async function unmetOwners(
  { table, feeds }: { readonly table: TableReader; readonly feeds: FeedStore },
  instance: string,
  now: number,
): Promise<readonly Feed[]> {
  const unmetIn = async (partitions: readonly string[]): Promise<readonly Feed[]> => {
    const pages = await Promise.all(
      partitions.map((partition) => table.queryIndex({ index: "wheel", partition, limit: mostLookedAt })),
    );
    const feedIds = pages.flatMap(({ items }) => items.map(({ pk }) => pk));
    const found = await feeds.loadAll(feedIds, { consistent: false });
    return found.filter(({ knownSince, drained }) => knownSince !== undefined && !drained);
  };
  // During first contact, nearly all owners wait here. The others are spread over many partitions.
  const first = await unmetIn(requestedPartitionsOf(instance, "owners", "first"));
  if (first.length > 0) return first;
  const from = laterBucketOf(now) - recentBuckets;
  const aside = Array.from({ length: recentBuckets + longestWait + 1 }, (_, n) =>
    laterPartition(instance, "owners", from + n),
  );
  // If an owner's first visit isn't finished, the owner waits among the requested owners or, if it is to be polled
  // before them, among the requested timelines.
  const goesOn = [
    ...requestedPartitionsOf(instance, "owners", "now"),
    ...requestedPartitionsOf(instance, "timelines", "now"),
  ];
  return unmetIn([...goesOn, ...aside]);
}
