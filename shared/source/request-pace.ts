/** Over this many ms an instance gets no more requests than its rate allows. */
export const paceSpan = 10_000;

/**
 * Bounds this process's bursts: in any 10 s, at most 10 × `perSecond` requests to an instance begin. The tick grants requests
 * on average only, and polls that were granted at different times may run at once. Requests wait in the order in which they
 * asked. Where several processes poll one instance, each bounds its own.
 */
export class RequestPace {
  /** When the latest requests of each instance begin, oldest first, when the last one asked (unix ms), and how many are a burst. */
  readonly #paces = new Map<string, { starts: number[]; askedAt: number; most: number }>();

  /**
   * Reserves the next request's start. Returns the ms to wait for it, or undefined, and reserves nothing, if it would start
   * after `until` (unix ms).
   */
  reserve(instance: string, perSecond: number, now: number, until: number): number | undefined {
    if (!Number.isFinite(perSecond)) return 0;
    const most = Math.max(1, Math.floor((perSecond * paceSpan) / 1_000));
    // Below a request per span, the span is as long as one request takes.
    const per = Math.max(paceSpan, (most * 1_000) / perSecond);
    const pace = this.#paces.get(instance) ?? { starts: [], askedAt: now, most };
    this.#paces.set(instance, pace);
    // A clock that was set back must not hold up the instance until it has caught up.
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

  /** Whether a request that asked now would wait for longer than a span: a whole burst waits before it. */
  isBehind(instance: string, now: number): boolean {
    const { starts, most } = this.#paces.get(instance) ?? { starts: [], most: 1 };
    return (starts.at(-most) ?? now) > now;
  }
}
