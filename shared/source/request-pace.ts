/** The span (ms) within which a process sends an instance no more requests than the instance's rate allows. */
export const paceSpan = 10_000;

/**
 * The number of requests that can start at the same time; at a high rate, a second's worth. While the whole rate is
 * used, a burst repeats itself after each span. If ten seconds' worth of a high rate started at once, thousands of
 * visits would be in memory at the same time. An owners' message has at most as many requests as a burst.
 */
const burst = 100;

/** Into how many equal spans `paceSpan` is divided, so that each allows about one burst. */
const spansAt = (perSecond: number): number =>
  Math.min(paceSpan / 1_000, Math.max(1, Math.ceil((perSecond * paceSpan) / 1_000 / burst)));

/**
 * Limits the bursts of this process: in any 10 s, it starts at most 10 × `perSecond` requests to an instance. If that
 * is more than a burst, the limit also holds, in proportion, in each shorter span ({@link spansAt}). The tick limits
 * requests only on average, and polls that were granted at different times may run at the same time. Requests start in
 * the order of their reservations. If several processes poll one instance, each limits its own requests.
 */
export class RequestPace {
  /**
   * For each instance: when its latest requests start (oldest first), when a reservation was last requested (unix ms),
   * and how many requests can start (`most`) in how many ms (`per`).
   */
  readonly #paces = new Map<string, { starts: number[]; askedAt: number; most: number; per: number }>();

  /**
   * Reserves the start of the next request. Returns how long (ms) the request must wait. If the request couldn't start
   * before `until` (unix ms), reserves nothing and returns undefined.
   */
  reserve(instance: string, perSecond: number, now: number, until: number): number | undefined {
    if (!Number.isFinite(perSecond)) return 0;
    const span = paceSpan / spansAt(perSecond);
    const most = Math.max(1, Math.floor((perSecond * span) / 1_000));
    // If the rate is below one request per span, the span is extended until it allows one request.
    const per = Math.max(span, (most * 1_000) / perSecond);
    const pace = this.#paces.get(instance) ?? { starts: [], askedAt: now, most, per };
    this.#paces.set(instance, pace);
    // If our clock has been set back, the instance must not wait until the clock catches up.
    if (now < pace.askedAt) pace.starts = [];
    pace.askedAt = now;
    pace.most = most;
    pace.per = per;
    const { starts } = pace;
    const start = Math.max(now, (starts.at(-most) ?? Number.NEGATIVE_INFINITY) + per);
    if (start >= until) return undefined;
    starts.push(start);
    if (starts.length > 2 * most) starts.splice(0, starts.length - most);
    return start - now;
  }

  /** Whether a new request would wait longer than `paceSpan`, or than its span if that is longer. */
  isBehind(instance: string, now: number): boolean {
    const { starts, most, per } = this.#paces.get(instance) ?? { starts: [], most: 1, per: 0 };
    return (starts.at(-most) ?? Number.NEGATIVE_INFINITY) + per > now + Math.max(per, paceSpan);
  }
}
