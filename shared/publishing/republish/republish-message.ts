import * as z from "zod";

/** Requests a check of a part of the mirror for events that were never published; on queue `recover`. */
export const republishMessage = z.object({
  kind: z.literal("republish"),
  /** Unix ms when this run through the mirror began. */
  startedAt: z.int(),
  /** The key at which the previous part ended; absent in the first message of a run. */
  after: z.object({ pk: z.string(), sk: z.string() }).exactOptional(),
});
export type RepublishMessage = z.infer<typeof republishMessage>;
