import * as z from "zod";
import type { OutgoingMessage } from "../../kernel/ports/queue.ts";
import type { EndpointId } from "../endpoint/endpoint-item.ts";

/** `sweep` looks for endpoints that have something due; `drain` looks after one of them, as the `hops`-th of a chain. */
export const recoverMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sweep") }),
  z.object({ kind: z.literal("drain"), partner: z.string(), subscription: z.string(), hops: z.int().exactOptional() }),
]);
export type RecoverMessage = z.infer<typeof recoverMessage>;

/** The message that asks for a drain after `delay` ms. */
export function drainOf({ partner, subscription }: EndpointId, delay = 0, hops = 0): OutgoingMessage {
  const message: RecoverMessage = { kind: "drain", partner, subscription, ...(hops > 0 && { hops }) };
  return { body: JSON.stringify(message), group: subscription, delaySeconds: Math.ceil(delay / 1_000) };
}
