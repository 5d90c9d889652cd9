import * as z from "zod";

/**
 * At `by` (unix ms, our clock), the mirror contained everything that the source showed at `from` (unix ms, the source's
 * clock), except changes that the source shows more than `lateness` (ms) after their change times.
 */
export const completeRead = z.object({
  from: z.int(),
  by: z.int(),
  lateness: z.int(),
  /** Set if a read by id lagged behind the list. The mirror then contains every removal, but may lack other changes. */
  removalsOnly: z.literal(true).exactOptional(),
});
export type CompleteRead = z.infer<typeof completeRead>;

/** A feed stores several readings, because changes that later readings found may still be waiting to be published. */
export const mostReads = 7;

/**
 * The previous reading is kept. An older reading is kept if it is at least `apart` (ms) newer than its predecessor, so
 * that the readings span several multiples of `apart`.
 */
export function withRead(
  reads: readonly CompleteRead[] = [],
  read: CompleteRead,
  apart: number,
): readonly CompleteRead[] {
  // A reading from before our clock was set back would count as newer than `read`.
  const earlier = reads.filter(({ by }) => by < read.by);
  const [oldest, middle] = earlier.slice(-3);
  const isTooNear = earlier.length > 2 && oldest && middle && middle.by - oldest.by < apart;
  return [...(isTooNear === true ? earlier.toSpliced(-2, 1) : earlier), read].slice(-mostReads);
}
