import { defined } from "../../kernel/defined.ts";
import { isInTrouble } from "../feeds/feed-state.ts";
import type { FeedStore } from "../feeds/feed-store.ts";
import type { StalledOwners } from "../feeds/stalled-owners.ts";
import type { Plan } from "../wheel/plan.ts";

/** The maximum number of stalled owners that a tick wakes. Few budgets pay for that many visits in one tick. */
const mostWoken = 500;

type Feeds = Pick<FeedStore, "loadAll" | "resume">;

export async function wakeFeeds(feeds: Feeds, feedIds: readonly string[]): Promise<void> {
  const waiting = (await feeds.loadAll(feedIds)).filter(isInTrouble);
  // If an operator pauses a feed meanwhile, the feed stays paused.
  await Promise.all(waiting.map(({ feedId, status }) => feeds.resume(feedId, status)));
}

/**
 * The plan notes the last woken owner when the tick is complete. After a crash, a later tick wakes the same owners
 * again.
 */
export async function wakeStalledOwners(
  feeds: Feeds,
  stalledOwners: StalledOwners,
  instance: string,
  { after }: NonNullable<Plan["waking"]>,
): Promise<Plan["waking"]> {
  const { owners, more } = await stalledOwners.list(instance, mostWoken, after);
  const ids = owners.map(({ feedId }) => feedId);
  await wakeFeeds(feeds, ids);
  return more ? defined({ after: ids.at(-1) }) : undefined;
}
