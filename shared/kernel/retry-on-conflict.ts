import { ContentionError } from "./errors.ts";
import type { Sleeper } from "./ports/clock.ts";
import type { RandomFraction } from "./ports/randomness.ts";

/** Enables pauses after losses, for items that many workers keep changing. */
export type Pauses = { readonly sleeper: Sleeper; readonly randomness: RandomFraction };

/** A worker that loses this often has hit a fault rather than a busy item. */
const attempts = 12;

/** The longest pause (ms) after the first loss. Each loss doubles it, up to `longestPause`: at most 1.1 s in total. */
const firstPause = 5;
const longestPause = 160;

/**
 * Repeats a read-change-write until its compare-and-set wins. `attempt` reads the item again, and returns `"conflict"`
 * if another worker wrote meanwhile. Throws a {@link ContentionError} that names `what` after too many losses.
 *
 * @example
 * await retryOnConflict(`instance ${name}`, async () => {
 *   const old = await find(name);
 *   return (await save(change(old))) === "saved" ? old : "conflict";
 * });
 */
export async function retryOnConflict<T>(
  what: string,
  attempt: () => Promise<T | "conflict">,
  pauses?: Pauses,
): Promise<T> {
  for (let tried = 0; tried < attempts; tried += 1) {
    const result = await attempt();
    if (result !== "conflict") return result;
    if (tried + 1 < attempts && pauses !== undefined) await pauseAfterLoss(tried, pauses);
  }
  throw new ContentionError(`${what} is being changed by other workers`);
}

/** The time is random, so that workers that conflicted don't conflict again. `tried`: the number of earlier losses. */
export async function pauseAfterLoss(tried: number, { sleeper, randomness }: Pauses): Promise<void> {
  await sleeper.sleep(Math.min(firstPause * 2 ** tried, longestPause) * randomness.fraction());
}
