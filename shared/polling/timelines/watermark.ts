export type PageTimes = {
  /** The positions of the page's rows, in unix ms truncated from microseconds. */
  readonly positions: readonly number[];
  /** Whether the page is the last one. */
  readonly atEnd: boolean;
  /** The server's time at which the page was read, in unix ms. */
  readonly serverNow: number;
  /** How far (ms) the watermark stays behind the server's clock, because the `Date` header has only whole seconds. */
  readonly margin: number;
};

/**
 * The watermark after a page: everything up to it was read. It never falls. It only passes milliseconds that were read
 * completely, because more rows of the last one may be on the next page. It never passes server time and ignores rows
 * with a future date: one such row would hide every later change (hazard 7).
 */
export function risenWatermark(watermark: number | undefined, page: PageTimes): number | undefined {
  const past = page.positions.filter((position) => position <= page.serverNow);
  const incomplete = page.atEnd ? Number.POSITIVE_INFINITY : max(page.positions);
  const complete = past.filter((position) => position < incomplete);
  const reached = Math.min(max(complete), page.serverNow - page.margin);
  const risen = Math.max(reached, watermark ?? Number.NEGATIVE_INFINITY);
  return Number.isFinite(risen) ? risen : undefined;
}

/** `Math.max(...values)` would pass every value on the stack and could overflow it. */
function max(values: readonly number[]): number {
  return values.reduce((highest, value) => Math.max(highest, value), Number.NEGATIVE_INFINITY);
}
