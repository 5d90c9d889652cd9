import type { RecordResource } from "../../kernel/catalogue.ts";
import type { FeedStore } from "../../schedule/feeds/feed-store.ts";
import { fixedFeeds } from "../../schedule/feeds/feeds-of-instance.ts";

/**
 * Whether first contact has read the resource's timelines to their end; before that, a walk would only repeat their
 * work.
 */
export async function drainedTimelines(feeds: FeedStore, instance: string, resource: RecordResource): Promise<boolean> {
  const timelines = fixedFeeds(instance).filter(({ kind }) => kind === `${resource}-timeline`);
  const standing = await feeds.loadAll(timelines.map(({ feedId }) => feedId));
  return standing.length === timelines.length && standing.every(({ drained }) => drained);
}
