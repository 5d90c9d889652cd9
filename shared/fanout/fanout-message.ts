import * as z from "zod";

/** At this many receives, a missing event isn't late: it was erased or has expired. */
export const missingReceives = 3;

/**
 * A message in the `fanout` queue, as the bus rule writes it, with ids only. `after` makes it a continuation for the
 * subscriptions whose ids come after that one. `repeated`: it was received before, so its deliveries may have been sent
 * already. `mayBeGone`: it was received too often to wait longer for its event.
 */
export const fanoutMessage = z.object({
  instance: z.string(),
  id: z.string(),
  type: z.string(),
  after: z.string().optional(),
  repeated: z.literal(true).exactOptional(),
  mayBeGone: z.literal(true).exactOptional(),
});
export type FanoutMessage = z.infer<typeof fanoutMessage>;
