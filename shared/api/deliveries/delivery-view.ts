import type { z } from "@hono/zod-openapi";
import type { DeliveryRow } from "../../delivery/rows/delivery-row.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { isoTime } from "../http/iso-time.ts";
import type { attemptAnswer, deliveryAnswer } from "./delivery-schemas.ts";
import type { DeliveryWait } from "./delivery-wait.ts";
import { requestHeadersOf } from "./request-headers.ts";

/** The attempts of a delivery for the subscription's owner, oldest first. */
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

/** The beginning of the last response. */
export function lastExcerptOf({ excerpt, attempts, failures = [] }: DeliveryRow): string | undefined {
  const last = attempts.at(-1);
  return excerpt ?? failures.find(({ at }) => at === last?.at)?.excerpt;
}

/** A delivery for the subscription's owner. */
export function deliveryView(
  row: DeliveryRow,
  subscription: Subscription,
  wait: DeliveryWait | undefined,
): z.input<typeof deliveryAnswer> {
  const { event, type, instance, run, state, nextAt } = row;
  return {
    ...{ event, type, instance, run, state },
    attempts: attemptsView(row, subscription),
    // While a retry waits for its endpoint, its own time doesn't matter.
    nextAttemptAt: wait?.until === nextAt ? isoTime(nextAt) : undefined,
    wait: wait && { ...wait, since: isoTime(wait.since), until: isoTime(wait.until) },
    responseExcerpt: lastExcerptOf(row),
  };
}
