import type { Sleeper } from "../../kernel/ports/clock.ts";
import type { Randomness } from "../../kernel/ports/randomness.ts";

/** What repeating needs. */
export type RetryParts = {
  readonly sleeper: Sleeper;
  readonly randomness: Randomness;
  /** False when nothing is to be repeated any more: whoever waits has no more time. Default: always true. */
  readonly inTime?: () => boolean;
};

/** Upper bounds (ms) of the full-jitter waits before repetitions that nothing gets through: 6 s, within any function's time. */
const waits = [50, 100, 200, 400, 800, 1_600, 3_000];

/**
 * Hands `work` to `attempt`, which returns what was refused for a moment, and repeats that with growing waits for as
 * long as something gets through: an answer can be partial just because it would be too long. Returns what stayed refused.
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
