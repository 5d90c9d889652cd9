/**
 * Whether something happened less than `within` ms ago, by its stored time `at` (unix ms, our clock). If `at` is at
 * least `within` ms in the future, it was stored while a clock was wrong. It then doesn't count as recent, because the
 * work would otherwise stop until the clock reaches `at`. If `at` is less far in the future, it counts as recent,
 * because another worker's clock may be ahead.
 */
export function isRecent(at: number, within: number, now: number): boolean {
  return Math.abs(now - at) < within;
}
