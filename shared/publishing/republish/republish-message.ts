import * as z from "zod";

/**
 * A message in the `recover` queue that requests a check of one part of the mirror for events that were never
 * published.
 */
export const republishMessage = z.object({
  kind: z.literal("republish"),
  /** When this run through the mirror began (unix ms). */
  startedAt: z.int(),
  /** The key at which the previous part ended; absent in the first message of a run. */
  after: z.object({ pk: z.string(), sk: z.string() }).exactOptional(),
});
export type RepublishMessage = z.infer<typeof republishMessage>;
