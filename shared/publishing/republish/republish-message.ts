import * as z from "zod";

/** A part of the mirror to be looked through for events that were never published; on queue `recover`. */
export const republishMessage = z.object({
  kind: z.literal("republish"),
  /** Unix ms when this look through the mirror began. */
  startedAt: z.int(),
  /** Where the part before ended. */
  after: z.object({ pk: z.string(), sk: z.string() }).exactOptional(),
});
export type RepublishMessage = z.infer<typeof republishMessage>;
