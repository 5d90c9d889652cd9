/**
 * Whether something happened less than `within` ms ago. `at` (unix ms) may lie a little in the future, because another
 * worker's clock may be ahead. An `at` that is `within` ms or more ahead was stored while a clock was wrong. It doesn't
 * count: otherwise, the caller would wait until its clock is past `at`.
 */
export function isRecent(at: number, within: number, now: number): boolean {
  return Math.abs(now - at) < within;
}
