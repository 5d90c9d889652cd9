import { setImmediate as nextTurn } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "./access.ts";

/** Requests of one partner that are worked on at once: a page of the portal asks for as many. */
const atOnce = 2;

/**
 * Has a partner's requests wait for each other. On one machine all requests and deliveries share a thread: a partner that sends
 * hundreds of expensive requests at once would have everybody wait until the last one is done. Operators don't wait, nor do
 * requests that wait for something else themselves.
 */
export function takeTurns(): MiddlewareHandler<ApiEnv> {
  const partners = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async (context, next) => {
    context.set("inTurn", async (work) => {
      const { isOperator, access } = context.var.caller;
      if (isOperator) return work();
      const own = partners.get(access.partner) ?? { running: 0, waiting: [] };
      partners.set(access.partner, own);
      if (own.running < atOnce) own.running += 1;
      else {
        await new Promise<void>((go) => own.waiting.push(go));
        // What others asked for meanwhile comes first: SQLite answers at once, so that a row of requests would never let go of the thread.
        await nextTurn();
      }
      try {
        return await work();
      } finally {
        // The place is passed on, so that no newcomer slips in between.
        const following = own.waiting.shift();
        if (following !== undefined) following();
        else own.running -= 1;
        if (own.running === 0) partners.delete(access.partner);
      }
    });
    await next();
  };
}
