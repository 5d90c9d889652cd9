/** A value counts as pressure if it exceeds the usual one by this factor and by the measure's own minimum. */
const worseFactor = 2;
/** How fast the usual value follows a better value, a higher one, and one that counts as worse. */
const follow = { better: 0.3, higher: 0.05, worse: 0.02 } as const;
/**
 * How long (ms) it takes until responses reflect a lowered rate, because the polls of two ticks were granted before it.
 */
const effectAfter = 45_000;
/** If a value falls below this fraction of what it was, it depends on our rate. */
const followsBelow = 0.8;
/** If a value doesn't fall in this many runs of requests, it has another cause and becomes the usual one. */
const mostUnmoved = 2;
/** Smaller changes in the usual value (as a fraction of it) aren't written. */
const worthWriting = 0.1;

/**
 * The usual value of a measure; a worse value, when its run of requests began, and how many runs at a lowered rate
 * brought no improvement.
 */
export type Measured = {
  readonly usual: number;
  /** 0 while nothing is worse than usual. */
  readonly worse: number;
  /** Unix ms. */
  readonly worseAt: number;
  readonly unmoved: number;
};

/**
 * Compares a run of requests that began at `since` (unix ms) with the usual value. The usual value follows slowly; a
 * value that stays as bad at a lower rate becomes the usual one. `changed`: what must be written.
 */
export function compared(
  { usual, worse, worseAt, unmoved }: Measured,
  value: number,
  since: number,
  least: number,
): { readonly isWorse: boolean; readonly changed?: Partial<Measured> } {
  const isWorse = value > usual * worseFactor && value - usual > least;
  const pace = isWorse ? follow.worse : value > usual ? follow.higher : follow.better;
  const next = usual + (value - usual) * pace;
  if (!isWorse) {
    const isOver = worse > 0;
    const moved = Math.abs(next - usual) > Math.max(usual, least / 10) * worthWriting;
    return { isWorse, ...((moved || isOver) && { changed: { usual: next, ...(isOver && { worse: 0, unmoved: 0 }) } }) };
  }
  if (worse > 0 && since < worseAt + effectAfter) return { isWorse };
  if (worse > 0 && value > worse * followsBelow) {
    const isAccepted = unmoved + 1 >= mostUnmoved;
    const changed = isAccepted ? { usual: value, worse: 0, unmoved: 0 } : { usual: next, unmoved: unmoved + 1 };
    return { isWorse: !isAccepted, changed };
  }
  return { isWorse, changed: { usual: next, worseAt: since, worse: value, unmoved: 0 } };
}
