/**
 * Whether something happened less than `within` ms ago. `at` (unix ms) may lie in the future, if another worker's clock
 * is ahead. An `at` further ahead than `within` was stored while a clock was wrong, and doesn't count: the work would
 * otherwise stop until the clock reaches it.
 */
export function isRecent(at: number, within: number, now: number): boolean {
  return Math.abs(now - at) < within;
}
