import * as z from "zod";

/**
 * A reading of a feed to its end: everything that the source showed at `from` (unix ms, the source's clock) was in the
 * mirror by `by` (unix ms, our clock). `lateness`: how long (ms) after its change time the source may show a change
 * without the reading missing it.
 */
export const completeRead = z.object({ from: z.int(), by: z.int(), lateness: z.int() });
export type CompleteRead = z.infer<typeof completeRead>;

/** How many readings a feed keeps. An older one counts while what later ones found waits to be published. */
export const mostReads = 6;

/**
 * Adds a reading. The last one is replaced unless it is at least `apart` (ms) newer than the one before it, so that
 * what is kept reaches back several times `apart`.
 */
export function withRead(
  reads: readonly CompleteRead[] = [],
  read: CompleteRead,
  apart: number,
): readonly CompleteRead[] {
  // A reading from before our clock was set back would count as newer than this one.
  const earlier = reads.filter(({ by }) => by < read.by);
  const [before, last] = earlier.slice(-2);
  const keepsLast = last === undefined || before === undefined || last.by - before.by >= apart;
  return [...(keepsLast ? earlier : earlier.slice(0, -1)), read].slice(-mostReads);
}
