/** The span (ms) within which a process sends an instance no more requests than the instance's budget allows. */
export const paceSpan = 10_000;

/**
 * The interval (ms) at which polls start within a tick of `tick` ms. Each `paceSpan` contains the same number of
 * starts.
 */
export const startsEvery = (tick: number): number => commonDivisor(tick, paceSpan);

/** If `paceSpan` allows at most this many requests, all of them may start at the same time. */
const burst = 500;

/**
 * Limits this process's bursts. The tick limits requests only on average, and polls that were granted at different
 * times may run together. In any 10 s, the process starts at most 10 × `perSecond` requests to an instance. If that is
 * more than `burst`, the limit also holds, in proportion, in shorter spans. A shorter span lasts at least a second, and
 * at least `startsEvery`. Without shorter spans, thousands of visits would begin together every ten seconds, and be in
 * memory together. Requests start in the order of their reservations.
 */
export class RequestPace {
  readonly #shortest: number;
  /**
   * `starts`: when the latest requests start (unix ms), oldest first. At most `most` requests start within `per` ms.
   * `askedAt`: when a reservation was last requested (unix ms).
   */
  readonly #paces = new Map<string, { starts: number[]; askedAt: number; most: number; per: number }>();

  /** `tick`: the length of a tick (ms). */
  constructor(tick: number) {
    this.#shortest = Math.max(1_000, startsEvery(tick));
  }

  /**
   * Reserves the start of the next request, and returns the time (ms) until then. If the request couldn't start before
   * `until` (unix ms), reserves nothing and returns undefined.
   */
  reserve(instance: string, perSecond: number, now: number, until: number): number | undefined {
    if (!Number.isFinite(perSecond)) return 0;
    const spans = Math.max(1, Math.ceil((perSecond * paceSpan) / 1_000 / burst));
    const span = Math.max(paceSpan / spans, this.#shortest);
    const most = Math.max(1, Math.floor((perSecond * span) / 1_000));
    // If the budget allows less than one request per span, the span is extended until it allows one.
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

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}
