import * as z from "zod";

/** `record`: a digest that identifies the event's record. `seq`, `part`: the place among that record's events. */
export const orderPosition = z.object({ record: z.string(), seq: z.int(), part: z.int() });
export type OrderPosition = z.infer<typeof orderPosition>;

/** `subscription`, `event` and `run` identify the delivery. `attempt` counts from 1. */
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

/** Whether the delivery is another one of an event, which its partner or an operator requested. */
export function isReplay({ run }: Pick<DeliveryMessage, "run">): boolean {
  return run !== "0";
}

/**
 * Each subscription has its own group, so that a noisy subscription doesn't delay quiet ones. On one machine, partners
 * (the part before the `/`) take turns, so that a partner with many subscriptions gets no more turns than one with few.
 */
export function deliveryGroup({ partner, subscription }: Pick<DeliveryMessage, "partner" | "subscription">): string {
  return `${partner}/${subscription}`;
}
