import * as z from "zod";

/** One attempt to make: identity (subscription, event, run) and which attempt of it, from 1. Run 0 is the first delivery, others are replays. */
export const deliveryMessage = z.object({
  subscription: z.string(),
  partner: z.string(),
  instance: z.string(),
  event: z.string(),
  run: z.string(),
  attempt: z.int().min(1),
});
export type DeliveryMessage = z.infer<typeof deliveryMessage>;
