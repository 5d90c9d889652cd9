import * as z from "zod";

/**
 * An event's place in an ordered subscription. `record`: a digest that identifies the event's record. `seq`, `part`:
 * the place among that record's events.
 */
export const orderPosition = z.object({ record: z.string(), seq: z.int(), part: z.int() });
export type OrderPosition = z.infer<typeof orderPosition>;

/**
 * One delivery attempt to make. `subscription`, `event` and `run` identify the delivery. Run `0` is the first delivery;
 * other runs are replays, pings and examples. `attempt` counts from 1.
 */
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
export type DeliveryRef = Pick<DeliveryMessage, "subscription" | "event" | "run">;

/**
 * The queue group for a subscription's messages. Each subscription has its own group, so that a noisy one doesn't delay
 * quiet ones. On one machine, partners (the part before the `/`) take turns, so that a partner with many subscriptions
 * gets no more turns than one with few.
 */
export function deliveryGroup({ partner, subscription }: Pick<DeliveryMessage, "partner" | "subscription">): string {
  return `${partner}/${subscription}`;
}
