/** A value above this many times the usual one, and so much above it as its measure asks, is pressure. */
const worseFactor = 2;
/** How fast the usual value follows a better one, a higher one, and one that counts as worse. */
const follow = { better: 0.3, higher: 0.05, worse: 0.02 } as const;
/** Ms until a lowered rate shows in the answers: the polls of two ticks were granted before. */
const effectAfter = 45_000;
/** A value that falls below this part of what it was follows our rate. */
const followsBelow = 0.8;
/** After so many stretches that didn't, the source is so for another reason, and this is what is usual now. */
const mostUnmoved = 2;
/** Changes of the usual value below this part of it aren't worth a write. */
const worthWriting = 0.1;

/** What is usual of a measure; a worse value, when its stretch began, and how many stretches at a lowered rate weren't better. */
export type Measured = {
  readonly usual: number;
  /** 0 while nothing is worse than usual. */
  readonly worse: number;
  /** Unix ms. */
  readonly worseAt: number;
  readonly unmoved: number;
};

/**
 * Compares a stretch of requests that began at `since` (unix ms) with what is usual. What is usual follows slowly; a value that
 * stays as bad at a lower rate becomes usual. `changed`: what is worth a write.
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
