import type { z } from "@hono/zod-openapi";
import type { DeliveryRow } from "../../delivery/rows/delivery-row.ts";
import type { attemptAnswer, deliveryAnswer } from "./delivery-schemas.ts";

export function attemptView(attempt: DeliveryRow["attempts"][number]): z.input<typeof attemptAnswer> {
  const { at, ms, timing, status, error } = attempt;
  return { at: new Date(at).toISOString(), durationMs: ms, timingMs: timing, status, error };
}

/** A delivery as the owner of its subscription sees it. */
export function deliveryView(row: DeliveryRow): z.input<typeof deliveryAnswer> {
  const { event, type, instance, run, state, attempts, nextAt, excerpt } = row;
  return {
    event,
    type,
    instance,
    run,
    state,
    attempts: attempts.map(attemptView),
    nextAttemptAt: nextAt === undefined ? undefined : new Date(nextAt).toISOString(),
    responseExcerpt: excerpt,
  };
}
