import type { z } from "@hono/zod-openapi";
import { hidden } from "../../delivery/attempt/hidden-values.ts";
import { contentTypeOf } from "../../delivery/attempt/payload.ts";
import { type DeliveryRow, exampleRun, isOnRequest } from "../../delivery/rows/delivery-row.ts";
import { isReplay } from "../../fanout/delivery-message.ts";
import { isoTime } from "../../kernel/instant.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { attemptAnswer, deliveryAnswer } from "./delivery-schemas.ts";
import type { DeliveryWait } from "./delivery-wait.ts";

export function attemptsView(row: DeliveryRow, subscription: Subscription): z.input<typeof attemptAnswer>[] {
  return row.attempts.map((attempt) => {
    const { at, ms, timing, status, error } = attempt;
    const { headers, excerpt } = row.failures?.find((one) => one.at === at) ?? {};
    return {
      ...{ at: isoTime(at), durationMs: ms, timingMs: timing, status, error },
      requestHeaders: requestHeadersOf(row, attempt, subscription),
      ...{ responseHeaders: headers, responseExcerpt: excerpt },
    };
  });
}

export function lastExcerptOf({ excerpt, attempts, failures = [] }: DeliveryRow): string | undefined {
  const last = attempts.at(-1);
  return excerpt ?? failures.find(({ at }) => at === last?.at)?.excerpt;
}

export function deliveryView(
  row: DeliveryRow,
  subscription: Subscription,
  wait: DeliveryWait | undefined,
): z.input<typeof deliveryAnswer> {
  const { event, type, instance, run, state, nextAt } = row;
  return {
    ...{ event, type, instance, run, state },
    attempts: attemptsView(row, subscription),
    // While a retry waits for its endpoint, its own due time doesn't matter.
    nextAttemptAt: wait?.until === nextAt ? isoTime(nextAt) : undefined,
    wait: wait && { ...wait, since: isoTime(wait.since), until: isoTime(wait.until) },
    responseExcerpt: lastExcerptOf(row),
  };
}

type Attempt = DeliveryRow["attempts"][number];

/** Errors that happen before any byte of the request is sent. */
const unsent: ReadonlySet<string> = new Set(["dns", "connect", "tls", "blocked"]);

/** After a subscription changes, a worker may send with the old settings for this long (ms). */
const changeSpreads = 60_000;

/**
 * The `webhook-*` headers are derived from the delivery. For the newest failed attempts, the row stores the other
 * headers. For all other attempts, they are derived from the subscription, unless it may have changed since. Headers
 * that can't be determined are left out.
 */
export function requestHeadersOf(
  { event, run, failures = [] }: Pick<DeliveryRow, "event" | "run" | "failures">,
  { at, error, late }: Attempt,
  subscription: Subscription,
): Readonly<Record<string, string>> | undefined {
  if (subscription.destination !== undefined || (error !== undefined && unsent.has(error))) return undefined;
  const { sent } = failures.find((one) => one.at === at) ?? {};
  return {
    ...(sent ?? bySettings(subscription, at)),
    "accept-encoding": "identity",
    "webhook-id": event,
    "webhook-timestamp": String(Math.floor(at / 1_000)),
    "webhook-signature": `v1,${hidden}`,
    ...(run === exampleRun && { "webhook-example": "true" }),
    ...(isReplay({ run }) && !isOnRequest({ run }) && { "webhook-replay": "true" }),
    ...(late === true && { "webhook-late": "true" }),
  };
}

function bySettings(subscription: Subscription, at: number): Readonly<Record<string, string>> {
  const { createdAt, updatedAt, headers = [] } = subscription;
  if (updatedAt !== createdAt && updatedAt + changeSpreads > at) return {};
  const own = headers.map(({ name }) => [name, hidden] as const);
  return { ...Object.fromEntries(own), "content-type": contentTypeOf(subscription) };
}
