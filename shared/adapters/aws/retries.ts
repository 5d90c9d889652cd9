import type { Sleeper } from "../../kernel/ports/clock.ts";
import type { Randomness } from "../../kernel/ports/randomness.ts";

export type RetryParts = {
  readonly sleeper: Sleeper;
  readonly randomness: Randomness;
  /** Returns false if the caller has run out of time, so that nothing is retried. Default: always true. */
  readonly inTime?: () => boolean;
};

/**
 * Upper bounds (ms) of the full-jitter waits between retries without progress: 6 s in total, which fits into any Lambda
 * function's timeout.
 */
const waits = [50, 100, 200, 400, 800, 1_600, 3_000];

/**
 * Calls `attempt` with `work`, and calls it again with the entries that it returned as temporarily refused. An engine
 * may leave entries out merely because its response would become too large, so the waits grow only while no entry
 * succeeds. Returns the entries that are still refused.
 */
export async function repeatRefused<T>(
  work: readonly T[],
  attempt: (work: readonly T[]) => Promise<readonly T[]>,
  { sleeper, randomness, inTime = () => true }: RetryParts,
): Promise<readonly T[]> {
  let left = work;
  for (let refusals = 0; left.length > 0; ) {
    const next = await attempt(left);
    refusals = next.length < left.length ? 0 : refusals + 1;
    left = next;
    const wait = waits[refusals];
    if (wait === undefined || !inTime()) break;
    if (left.length > 0) await sleeper.sleep(wait * randomness.fraction());
  }
  return left;
}
