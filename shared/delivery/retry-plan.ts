import type { Timings } from "../kernel/timings.ts";

/** Queues hold a message back for 15 minutes at most. */
const longestQueueDelay = 900_000;

/** Spreads the retries of what failed together. Only ever added: a retry that comes early breaks what was promised. */
const jitter = 0.1;

type Ladder = Pick<Timings, "messageRetries" | "backlogRetries">;

/**
 * When (unix ms) the attempt after a failed one is due, undefined after the last. `retryAfter` (ms) is what the
 * endpoint asked for; the later of the two wins. `chance` is in [0, 1).
 */
export function nextAttemptAt(
  failed: { readonly attempt: number; readonly endedAt: number; readonly retryAfter?: number },
  ladder: Ladder,
  chance: number,
): number | undefined {
  const wait = [...ladder.messageRetries, ...ladder.backlogRetries][failed.attempt - 1];
  if (wait === undefined) return undefined;
  return Math.ceil(failed.endedAt + Math.max(wait * (1 + jitter * chance), failed.retryAfter ?? 0));
}

/**
 * The queue delay (s) by which the attempt after `attempt` waits; undefined where it waits in the backlog, which is
 * where all longer waits belong.
 */
export function queueDelayOf(attempt: number, wait: number, ladder: Ladder): number | undefined {
  if (attempt > ladder.messageRetries.length || wait > longestQueueDelay) return undefined;
  return Math.max(Math.ceil(wait / 1_000), 0);
}
