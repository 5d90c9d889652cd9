import * as z from "zod";

/** Of an ordered subscription: which record (a digest) an event is about, and its place among that record's events. */
export const orderPosition = z.object({ record: z.string(), seq: z.int(), part: z.int() });
export type OrderPosition = z.infer<typeof orderPosition>;

/** One attempt to make: identity (subscription, event, run) and which attempt of it, from 1. Run 0 is the first delivery, others are replays. */
export const deliveryMessage = z.object({
  subscription: z.string(),
  partner: z.string(),
  instance: z.string(),
  event: z.string(),
  run: z.string(),
  attempt: z.int().min(1),
  position: orderPosition.exactOptional(),
});
export type DeliveryMessage = z.infer<typeof deliveryMessage>;
