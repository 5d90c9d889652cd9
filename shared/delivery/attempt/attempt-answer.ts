import * as z from "zod";
import { deliveryMessage } from "../../fanout/delivery-message.ts";
import { defined } from "../../kernel/defined.ts";
import { envelope } from "../../kernel/envelope.ts";
import type { OutgoingMessage } from "../../kernel/ports/queue.ts";
import { retryAfterOf } from "../../kernel/retry-after.ts";
import type { Timings } from "../../kernel/timings.ts";
import { type DialOutcome, dialTiming, failureClass } from "./dialer.ts";

/** The outcome of an attempt. `disable`: the endpoint wants no more, because it is gone (410) or asked so in a header. */
const attemptAnswer = z.object({
  /** Unix ms when the attempt began, and how long it took. */
  at: z.int(),
  ms: z.number(),
  timing: dialTiming,
  result: z.enum(["delivered", "failed", "blocked"]),
  disable: z.enum(["gone", "requested"]).exactOptional(),
  status: z.int().exactOptional(),
  error: failureClass.exactOptional(),
  /** Ms that the endpoint asked us to wait, from its answer on. */
  retryAfter: z.number().exactOptional(),
  excerpt: z.string().exactOptional(),
  /** Headers of an answer that isn't 2xx, bounded and without secrets. */
  headers: z.record(z.string(), z.string()).exactOptional(),
  /** Headers of a request that failed, as far as its delivery's row doesn't say them; without values that are secret. */
  sent: z.record(z.string(), z.string()).exactOptional(),
  /** It was sent as one that a newer event of its record may have overtaken. */
  late: z.literal(true).exactOptional(),
  /** Type of the event. */
  type: z.string(),
});
export type AttemptAnswer = z.infer<typeof attemptAnswer>;

/** A delivery message as a worker receives it. */
export const incomingDelivery = deliveryMessage.extend({
  /** The POST is done, and only its record must still be written. */
  answer: attemptAnswer.exactOptional(),
  /** It waited in the backlog or for another worker, so there may be two copies of it. */
  parked: z.literal(true).exactOptional(),
  /** It finds out whether an unhealthy endpoint answers again, and is no step on the ladder of retries. */
  probe: z.literal(true).exactOptional(),
  /** When (unix ms) a probe's delivery would have been due by its ladder; absent where it was held for its endpoint. */
  dueAt: z.int().exactOptional(),
  /** It is in the slow lane. */
  slow: z.literal(true).exactOptional(),
  /** The event itself: an example, which is stored nowhere. */
  example: envelope.exactOptional(),
});
export type IncomingDelivery = z.infer<typeof incomingDelivery>;

/** A delivery message for the queue. Its group is the subscription, so that a noisy one waits behind the quiet ones. */
export function outgoingDelivery(message: IncomingDelivery, delaySeconds = 0): OutgoingMessage {
  return { body: JSON.stringify(message), group: message.subscription, delaySeconds };
}

/** The statuses whose `Retry-After` is obeyed. */
const throttling = new Set([429, 503]);

/** Says what an outcome means: 2xx is delivered; everything else, redirects included, is a failed attempt. */
export function answerOf(
  dialled: DialOutcome,
  attempt: { readonly at: number; readonly type: string },
  { retryAfterCap }: Pick<Timings, "retryAfterCap">,
): AttemptAnswer {
  const { at, type } = attempt;
  if (dialled.outcome === "failed") {
    const result = dialled.class === "blocked" ? "blocked" : "failed";
    return { at, ms: dialled.ms, timing: dialled.timing, type, result, error: dialled.class };
  }
  const { status, headers, shown, excerpt, ms, timing } = dialled;
  const requested = headers.webhookDelivery?.trim().toLowerCase() === "disable" ? "requested" : undefined;
  const disable: AttemptAnswer["disable"] = status === 410 ? "gone" : requested;
  const wait = throttling.has(status) ? retryAfterOf(headers.retryAfter, at + ms) : undefined;
  const retryAfter = wait === undefined ? undefined : Math.min(wait, retryAfterCap);
  return {
    at,
    ms,
    timing,
    type,
    status,
    result: isSuccess(status) ? "delivered" : "failed",
    ...defined({ disable, retryAfter, excerpt, headers: shown }),
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
