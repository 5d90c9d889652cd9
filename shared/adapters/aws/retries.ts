import type { Sleeper } from "../../kernel/ports/clock.ts";
import type { Randomness } from "../../kernel/ports/randomness.ts";

/** What repeating needs. */
export type RetryParts = { readonly sleeper: Sleeper; readonly randomness: Randomness };

/** Upper bounds (ms) of the full-jitter waits before each repetition: together 6 s at most, within any function's time. */
const waits = [50, 100, 200, 400, 800, 1_600, 3_000];

/**
 * Hands `work` to `attempt`, which returns what was refused for a moment, and repeats that with growing waits. Returns
 * what stayed refused.
 */
export async function repeatRefused<T>(
  work: readonly T[],
  attempt: (work: readonly T[]) => Promise<readonly T[]>,
  { sleeper, randomness }: RetryParts,
): Promise<readonly T[]> {
  let left = await attempt(work);
  for (const wait of waits) {
    if (left.length === 0) break;
    await sleeper.sleep(wait * randomness.fraction());
    left = await attempt(left);
  }
  return left;
}
