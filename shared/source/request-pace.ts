/** The span (ms) within which a process sends an instance no more requests than the instance's rate allows. */
export const paceSpan = 10_000;

/**
 * Limits the bursts of this process: in any 10 s, it starts at most 10 × `perSecond` requests to an instance. The tick
 * limits requests only on average, and polls that were granted at different times may run at the same time. Requests
 * start in the order of their reservations. If several processes poll one instance, each limits its own requests.
 */
export class RequestPace {
  /**
   * For each instance: when its latest requests start (oldest first), when a reservation was last requested (unix ms),
   * and how many requests form a burst.
   */
  readonly #paces = new Map<string, { starts: number[]; askedAt: number; most: number }>();

  /**
   * Reserves the start of the next request. Returns how long (ms) the request must wait. If the request couldn't start
   * before `until` (unix ms), reserves nothing and returns undefined.
   */
  reserve(instance: string, perSecond: number, now: number, until: number): number | undefined {
    if (!Number.isFinite(perSecond)) return 0;
    const most = Math.max(1, Math.floor((perSecond * paceSpan) / 1_000));
    // If the rate is below one request per span, the span is extended until it allows one request.
    const per = Math.max(paceSpan, (most * 1_000) / perSecond);
    const pace = this.#paces.get(instance) ?? { starts: [], askedAt: now, most };
    this.#paces.set(instance, pace);
    // If our clock has been set back, the instance must not wait until the clock catches up.
    if (now < pace.askedAt) pace.starts = [];
    pace.askedAt = now;
    pace.most = most;
    const { starts } = pace;
    const start = Math.max(now, (starts.at(-most) ?? Number.NEGATIVE_INFINITY) + per);
    if (start >= until) return undefined;
    starts.push(start);
    if (starts.length > 2 * most) starts.splice(0, starts.length - most);
    return start - now;
  }

  /**
   * Whether a complete burst is reserved but hasn't started. A new request would then wait longer than a whole span.
   */
  isBehind(instance: string, now: number): boolean {
    const { starts, most } = this.#paces.get(instance) ?? { starts: [], most: 1 };
    return (starts.at(-most) ?? now) > now;
  }
}
