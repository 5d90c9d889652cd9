import * as z from "zod";
import { deliveryGroup } from "../../fanout/delivery-message.ts";
import type { OutgoingMessage } from "../../kernel/ports/queue.ts";
import type { EndpointId } from "../endpoint/endpoint-item.ts";

/**
 * `sweep` finds endpoints that have something due. `drain` handles one of them; `hops` is the number of drains before
 * it in its chain.
 */
export const recoverMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sweep") }),
  z.object({ kind: z.literal("drain"), partner: z.string(), subscription: z.string(), hops: z.int().exactOptional() }),
]);
export type RecoverMessage = z.infer<typeof recoverMessage>;

/** Makes a message that requests a drain after `delay` ms. */
export function drainOf({ partner, subscription }: EndpointId, delay = 0, hops = 0): OutgoingMessage {
  const message: RecoverMessage = { kind: "drain", partner, subscription, ...(hops > 0 && { hops }) };
  return { body: JSON.stringify(message), group: deliveryGroup(message), delaySeconds: Math.ceil(delay / 1_000) };
}
