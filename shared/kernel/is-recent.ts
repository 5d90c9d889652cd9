/**
 * Whether something happened less than `within` ms ago, by its stored time `at` (unix ms, our clock). A time at least
 * that far ahead was stored while a clock was wrong. It counts as long ago, because waiting for it would stop the work.
 * A smaller lead may come from another worker's clock.
 */
export function isRecent(at: number, within: number, now: number): boolean {
  return Math.abs(now - at) < within;
}
