import * as z from "zod";
import { deliveryGroup, deliveryMessage, isReplay } from "../../fanout/delivery-message.ts";
import { envelope } from "../../kernel/envelope.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import type { OutgoingMessage, QueueSender } from "../../kernel/ports/queue.ts";
import { dialTiming, failureClass } from "./dialer.ts";

/** `disable`: the endpoint wants no more deliveries. It returned 410 (`gone`) or sent a header (`requested`). */
const attemptAnswer = z.object({
  /** `at`: when the attempt began (unix ms). `ms`: how long it took. */
  at: z.int(),
  ms: z.number(),
  timing: dialTiming,
  result: z.enum(["delivered", "failed", "blocked"]),
  disable: z.enum(["gone", "requested"]).exactOptional(),
  status: z.int().exactOptional(),
  error: failureClass.exactOptional(),
  /** How long (ms) the endpoint asked us to wait after its response, at most `retryAfterCap`. */
  retryAfter: z.number().exactOptional(),
  excerpt: z.string().exactOptional(),
  /** Headers of a response that isn't 2xx, limited in size and without secrets. */
  headers: z.record(z.string(), z.string()).exactOptional(),
  /**
   * Headers of a failed request: `content-type` and `user-agent`, and the headers that the owner set, whose values are
   * hidden. Absent for a destination or an invalid address.
   */
  sent: z.record(z.string(), z.string()).exactOptional(),
  /** Set if a newer event of the record may have been sent before this one. */
  late: z.literal(true).exactOptional(),
  /** The event's type. */
  type: z.string(),
});
export type AttemptAnswer = z.infer<typeof attemptAnswer>;

/** A delivery message as a worker receives it. */
export const incomingDelivery = deliveryMessage.extend({
  /** Set if the POST has been made, but its response must still be recorded or its endpoint disabled. */
  answer: attemptAnswer.exactOptional(),
  /** Set if a second copy of the message may exist, for example because the delivery waited in the backlog. */
  parked: z.literal(true).exactOptional(),
  /** Set if the delivery is a probe. Its attempt isn't a step of the retry ladder. */
  probe: z.literal(true).exactOptional(),
  /** When (unix ms) a probe's delivery would have been due on its retry ladder; absent if the delivery was held. */
  dueAt: z.int().exactOptional(),
  slow: z.literal(true).exactOptional(),
  /**
   * The text of the event itself, if it is an example: examples aren't stored. As text, an example that waits for its
   * endpoint needs a tenth of the memory. Messages of older releases have the parsed event.
   */
  example: z.union([z.string(), envelope.transform((event) => JSON.stringify(event))]).exactOptional(),
});
export type IncomingDelivery = z.infer<typeof incomingDelivery>;

export function outgoingDelivery(message: IncomingDelivery, delaySeconds = 0): OutgoingMessage {
  return { body: JSON.stringify(message), group: deliveryGroup(message), delaySeconds };
}

/** Sends a live delivery to the fast lane, and a replayed one to the slow lane. */
export async function sendInLane(
  { deliver, deliverSlow }: { readonly deliver: QueueSender; readonly deliverSlow: QueueSender },
  message: IncomingDelivery,
  delaySeconds: number,
): Promise<void> {
  if (isReplay(message)) await deliverSlow.send([outgoingDelivery({ ...message, slow: true }, delaySeconds)]);
  else await deliver.send([outgoingDelivery(message, delaySeconds)]);
}

/** A delivery message, and how many times the queue has delivered it. */
export type Received = { readonly message: IncomingDelivery; readonly receiveCount: number };

/**
 * If the event was detected longer ago than this (ms), its message may be a redriven dead letter. On AWS, a redrive
 * resets the receive count. A message takes at least this long to become a dead letter.
 */
const freshFor = 600_000;

/**
 * Whether the message may have been received before, or be one of two copies. If not, no other worker can make the same
 * first attempt, so the attempt needs no claim. This saves a read and a write.
 */
export function mayBeRepeat({ message: { event, parked }, receiveCount }: Received, now: number): boolean {
  return receiveCount > 1 || parked === true || now - (detectedAtOf(event) ?? 0) > freshFor;
}
