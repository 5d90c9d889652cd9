import * as z from "zod";

/**
 * A message in the `alerts` queue: an outage is under way or, with `ended`, ended before a notice was sent. `since`
 * (unix ms): when the circuit opened or was paused.
 */
export const outageMessage = z.object({
  kind: z.literal("outage"),
  partner: z.string(),
  subscription: z.string(),
  since: z.int(),
  ended: z.literal(true).exactOptional(),
});
export type OutageMessage = z.infer<typeof outageMessage>;
