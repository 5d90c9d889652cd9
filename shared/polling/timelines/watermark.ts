export type PageTimes = {
  /** Positions of the page's rows, unix ms cut off from microseconds. */
  readonly positions: readonly number[];
  /** No page follows. */
  readonly atEnd: boolean;
  /** Unix ms of the server's clock when the page was true. */
  readonly serverNow: number;
  /** How far the watermark stays behind the server's clock: its `Date` has whole seconds. */
  readonly margin: number;
};

/**
 * The watermark after a page: up to it everything was read. It only rises; past completely read milliseconds (the rest of
 * the last one may stand on the next page), never above server time, and never by rows that are dated ahead: one such row
 * would hide every later change (hazard 7).
 */
export function risenWatermark(watermark: number | undefined, page: PageTimes): number | undefined {
  const past = page.positions.filter((position) => position <= page.serverNow);
  const incomplete = page.atEnd ? Number.POSITIVE_INFINITY : max(page.positions);
  const complete = past.filter((position) => position < incomplete);
  const reached = Math.min(max(complete), page.serverNow - page.margin);
  const risen = Math.max(reached, watermark ?? Number.NEGATIVE_INFINITY);
  return Number.isFinite(risen) ? risen : undefined;
}

/** Not `Math.max(...values)`: its arguments go through the stack. */
function max(values: readonly number[]): number {
  return values.reduce((highest, value) => Math.max(highest, value), Number.NEGATIVE_INFINITY);
}
