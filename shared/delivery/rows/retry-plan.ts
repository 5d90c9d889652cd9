import type { Timings } from "../../kernel/timings.ts";

/*
 * The retry ladder of one delivery with the default timings. The waits add up to 75.6 hours:
 *
 *   attempt   1     2      3       4       5        6      7      8       9       10      11      12
 *             │ 5 s │ 30 s │ 2 min │ 5 min │ 30 min │ 2 h  │ 5 h  │ 10 h  │ 14 h  │ 20 h  │ 24 h  │ expired
 *             └──────┬─────────────┴────────────────────────────────┬───────────────────────────────┘
 *          delays of the queue                            rows of the backlog
 *          (`messageRetries`)                             (`backlogRetries`)
 *
 * Probes of an unhealthy endpoint are attempts, but not steps of the ladder.
 */

/** The longest delay (ms) that a queue allows. */
export const longestQueueDelay = 900_000;

/**
 * The largest fraction by which a wait is lengthened, to spread the retries of deliveries that failed together. Waits
 * are never shortened, because `Retry-After` is a minimum.
 */
const jitter = 0.1;

export type Ladder = Pick<Timings, "messageRetries" | "backlogRetries">;

/** Doesn't count probes. */
export function attemptsOf({ messageRetries, backlogRetries }: Ladder): number {
  return 1 + messageRetries.length + backlogRetries.length;
}

/**
 * When (unix ms) the attempt after a failed one is due; undefined after the last one. A longer `retryAfter` (ms)
 * replaces the ladder's wait. `attempt`: the step on the ladder. `chance` is in [0, 1).
 *
 * @example nextAttemptAt({ attempt: 1, endedAt: 0 }, defaultTimings, 0); // 5000
 */
export function nextAttemptAt(
  failed: { readonly attempt: number; readonly endedAt: number; readonly retryAfter?: number },
  ladder: Ladder,
  chance: number,
): number | undefined {
  const wait = [...ladder.messageRetries, ...ladder.backlogRetries][failed.attempt - 1];
  if (wait === undefined) return undefined;
  return Math.ceil(failed.endedAt + Math.max(wait, failed.retryAfter ?? 0) * (1 + jitter * chance));
}

/**
 * The queue delay (s) of the attempt after step `attempt`, due in `wait` ms. Undefined if the attempt must wait in the
 * backlog.
 *
 * @example queueDelayOf(1, 5_000, defaultTimings); // 5
 */
export function queueDelayOf(attempt: number, wait: number, ladder: Ladder): number | undefined {
  if (attempt > ladder.messageRetries.length || wait > longestQueueDelay) return undefined;
  return Math.max(Math.ceil(wait / 1_000), 0);
}

/** Whether `wait` is `retryAfter` plus no more than the spread that {@link nextAttemptAt} adds. Both are in ms. */
export function isSpread(wait: number, retryAfter: number): boolean {
  return wait >= retryAfter && wait <= Math.ceil(retryAfter * (1 + jitter));
}
