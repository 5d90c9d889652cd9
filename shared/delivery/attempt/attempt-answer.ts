import * as z from "zod";
import { deliveryMessage } from "../../fanout/delivery-message.ts";
import type { OutgoingMessage } from "../../kernel/ports/queue.ts";
import { retryAfterOf } from "../../kernel/retry-after.ts";
import type { Timings } from "../../kernel/timings.ts";
import { type DialOutcome, dialTiming, failureClass } from "./dialer.ts";

/** What an attempt gave. `disable` is what the endpoint asked for besides: it is gone (410), or said so in a header. */
const attemptAnswer = z.object({
  /** Unix ms when the attempt began, and how long it took. */
  at: z.int(),
  ms: z.number(),
  timing: dialTiming,
  result: z.enum(["delivered", "failed", "blocked"]),
  disable: z.enum(["gone", "requested"]).exactOptional(),
  status: z.int().exactOptional(),
  error: failureClass.exactOptional(),
  /** Ms the endpoint asked us to wait, from its answer on. */
  retryAfter: z.number().exactOptional(),
  excerpt: z.string().exactOptional(),
  /** Type of the event. */
  type: z.string(),
});
export type AttemptAnswer = z.infer<typeof attemptAnswer>;

/** A delivery message as it comes. */
export const incomingDelivery = deliveryMessage.extend({
  /** The POST is done, and only its record is still to be written. */
  answer: attemptAnswer.exactOptional(),
  /** It waited, in the backlog or for another worker, and there may be two of it. */
  parked: z.literal(true).exactOptional(),
  /** It finds out whether an unhealthy endpoint answers again, and is no step of its retries. */
  probe: z.literal(true).exactOptional(),
  /** It is in the slow lane. */
  slow: z.literal(true).exactOptional(),
});
export type IncomingDelivery = z.infer<typeof incomingDelivery>;

/** A delivery message as it goes; a noisy subscription waits behind the quiet ones. */
export function outgoingDelivery(message: IncomingDelivery, delaySeconds = 0): OutgoingMessage {
  return { body: JSON.stringify(message), group: message.subscription, delaySeconds };
}

/** Statuses by which an endpoint may say when to come again. */
const throttling = new Set([429, 503]);

/** Judges an outcome: 2xx is delivered; everything else, redirects included, is a failed attempt. */
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
  const { status, headers, excerpt, ms, timing } = dialled;
  const asked = headers.webhookDelivery?.trim().toLowerCase() === "disable" ? "requested" : undefined;
  const disable = status === 410 ? "gone" : asked;
  const asksFor = throttling.has(status) ? retryAfterOf(headers.retryAfter, at + ms) : undefined;
  return {
    at,
    ms,
    timing,
    type,
    status,
    result: isSuccess(status) ? "delivered" : "failed",
    ...(disable === undefined ? {} : { disable }),
    ...(asksFor === undefined ? {} : { retryAfter: Math.min(asksFor, retryAfterCap) }),
    ...(excerpt === undefined || !isTold(status) ? {} : { excerpt }),
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Only the endpoint's own words are repeated to its owner; a gateway's error page could be somebody else's. */
function isTold(status: number): boolean {
  return isSuccess(status) || (status >= 400 && status < 500);
}
