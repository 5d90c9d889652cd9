import { isoTime } from "../kernel/instant.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { PressureGauge } from "../schedule/budget/pressure-gauge.ts";
import type { FeedStore } from "../schedule/feeds/feed-store.ts";
import { fixedFeeds } from "../schedule/feeds/feeds-of-instance.ts";
import type { SourceOutages } from "../source/source-outages.ts";

type Parts = {
  readonly outages: Pick<SourceOutages, "settle">;
  readonly feeds: FeedStore;
  readonly budget: Pick<PressureGauge, "endHold">;
  readonly logger: Logger;
};

/**
 * After a poll: logs when an instance's source stops responding, when the fault changes, and when the source responds
 * again. After an outage, the instance's lists are due immediately, because each may have a wait of up to a quarter of
 * an hour. The next outage begins with a short break again.
 */
export async function tellOutage(
  { outages, feeds, budget, logger }: Parts,
  {
    instance,
    feedIds,
    beganAt,
  }: { readonly instance: string; readonly feedIds: readonly string[]; readonly beganAt: number },
): Promise<void> {
  const change = await outages.settle(instance, beganAt);
  if (change.outcome === "none" || change.outcome === "goesOn") return;
  const { since, lastAt, asked, fault } = change.outage;
  const fields = { instance, since: isoTime(since) };
  if (change.outcome === "over") {
    logger.info("source.answers_again", { ...fields, fault });
    const lists = fixedFeeds(instance).map(({ feedId }) => feedId);
    await feeds.endBackoff(lists);
    await budget.endHold(instance);
    return;
  }
  const retries = (await feeds.loadAll(feedIds)).flatMap(({ retryAt }) => retryAt ?? []);
  const nextTry = retries.length === 0 ? lastAt : Math.max(lastAt, Math.min(...retries));
  logger.warn("source.unreachable", { ...fields, asked, fault, nextTry: isoTime(nextTry) });
}
