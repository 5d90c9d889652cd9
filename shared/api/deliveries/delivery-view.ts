import type { z } from "@hono/zod-openapi";
import type { DeliveryRow } from "../../delivery/rows/delivery-row.ts";
import type { deliveryAnswer } from "./delivery-schemas.ts";

/** A delivery as the owner of its subscription sees it. */
export function deliveryView(row: DeliveryRow): z.input<typeof deliveryAnswer> {
  const { event, type, instance, run, state, attempts, nextAt, excerpt } = row;
  return {
    event,
    type,
    instance,
    run,
    state,
    attempts: attempts.map(({ at, ms, status, error }) => {
      return { at: new Date(at).toISOString(), durationMs: ms, status, error };
    }),
    nextAttemptAt: nextAt === undefined ? undefined : new Date(nextAt).toISOString(),
    responseExcerpt: excerpt,
  };
}
