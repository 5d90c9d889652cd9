import type { z } from "@hono/zod-openapi";
import type { DeliveryRow } from "../../delivery/rows/delivery-row.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { attemptAnswer, deliveryAnswer, deliveryWait } from "./delivery-schemas.ts";
import type { DeliveryWait } from "./delivery-wait.ts";
import { requestHeadersOf } from "./request-headers.ts";

/** The attempts of a delivery for the subscription's owner, oldest first. */
export function attemptsView(row: DeliveryRow, subscription: Subscription): z.input<typeof attemptAnswer>[] {
  return row.attempts.map((attempt) => {
    const { at, ms, timing, status, error } = attempt;
    const { headers, excerpt } = row.failures?.find((one) => one.at === at) ?? {};
    return {
      ...{ at: new Date(at).toISOString(), durationMs: ms, timingMs: timing, status, error },
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

function waitView({ since, until, ...wait }: DeliveryWait): z.input<typeof deliveryWait> {
  return {
    ...wait,
    since: since === undefined ? undefined : new Date(since).toISOString(),
    until: until === undefined ? undefined : new Date(until).toISOString(),
  };
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
    nextAttemptAt: nextAt === undefined || wait?.until !== nextAt ? undefined : new Date(nextAt).toISOString(),
    wait: wait && waitView(wait),
    responseExcerpt: lastExcerptOf(row),
  };
}
