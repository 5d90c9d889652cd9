import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import type { PublishOutcome, StreamChange } from "../../../shared/publishing/publish-changes.ts";
import type { Handler } from "./lambda-events.ts";

/**
 * Publishes all changes in one batch or, if `publish` rejects, one by one, because one bad change makes a whole batch
 * fail. The changes before the bad one are then published, and the response names the bad one. Never rejects.
 */
export function eachChange(
  logger: Logger,
  publish: Handler<readonly StreamChange[], PublishOutcome>,
): Handler<readonly StreamChange[], PublishOutcome> {
  const attempt: typeof publish = async (changes) => {
    try {
      return await publish(changes);
    } catch (error) {
      logger.error("publish.failed", error, { records: changes.length });
      if (changes.length <= 1) return { failedFrom: changes[0]?.sequenceNumber, published: 0 };
    }
    let published = 0;
    for (const change of changes) {
      const outcome = await attempt([change]);
      published += outcome.published;
      if (outcome.failedFrom !== undefined) return { ...outcome, published };
    }
    return { failedFrom: undefined, published };
  };
  return attempt;
}
