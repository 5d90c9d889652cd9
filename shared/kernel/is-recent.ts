/**
 * Whether something happened less than `within` ms ago, by its stored time `at` (unix ms, our clock). A time that lies as far ahead
 * or further was stored while a clock was wrong, and counts as long ago: who waited for it would stand still until then. One that
 * is less far ahead may be another worker's, whose clock differs by seconds.
 */
export function isRecent(at: number, within: number, now: number): boolean {
  return Math.abs(now - at) < within;
}
