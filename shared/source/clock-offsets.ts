const slices = 10;

/**
 * No response takes this long (ms). If a new measurement is lower than an old one by more than this, our clock was set
 * forward.
 */
const longestAnswer = 120_000;

/**
 * Measures how far the source's clock is ahead of ours, by the `Date` of its responses. `Date` has whole seconds and
 * the response took time to arrive, so no measurement is too large. The largest one in the window is the closest.
 */
export class ClockOffsets {
  readonly #sliceMs: number;
  readonly #seen = new Map<string, Map<number, number>>();

  /** A measurement counts for about `windowMs`, because clocks drift. An older one counts only until the next. */
  constructor(windowMs: number) {
    this.#sliceMs = Math.max(1, windowMs / slices);
  }

  observe(instance: string, serverDate: number, receivedAt: number): void {
    const known = this.#seen.get(instance) ?? new Map<number, number>();
    const wasSetAhead = Math.max(...known.values()) - (serverDate - receivedAt) > longestAnswer;
    const ours = wasSetAhead ? new Map<number, number>() : known;
    this.#seen.set(instance, ours);
    const slice = Math.floor(receivedAt / this.#sliceMs);
    ours.set(slice, Math.max(ours.get(slice) ?? Number.NEGATIVE_INFINITY, serverDate - receivedAt));
    // Only newer measurements delete old ones: an old measurement is better than none.
    for (const old of ours.keys()) if (old < slice - slices) ours.delete(old);
  }

  /** The offset in ms; undefined before the first response with a `Date`. */
  of(instance: string): number | undefined {
    const ours = this.#seen.get(instance);
    return ours === undefined ? undefined : Math.max(...ours.values());
  }
}
