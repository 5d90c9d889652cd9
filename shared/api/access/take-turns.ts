import { setImmediate as nextTurn } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import { RequestError } from "../http/request-error.ts";
import type { ApiEnv } from "./access.ts";

const atOnce = 2;

/**
 * Runs at most `atOnce` of a partner's requests at a time, and queues the others. On one machine, all requests share a
 * thread, so hundreds of expensive requests of one partner would delay everyone else's.
 */
export function takeTurns(): MiddlewareHandler<ApiEnv> {
  const partners = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async (context, next) => {
    context.set("inTurn", async (work) => {
      const { isOperator, access } = context.var.caller;
      if (isOperator) return work();
      const own = partners.get(access.partner) ?? { running: 0, waiting: [] };
      partners.set(access.partner, own);
      const waits = own.running >= atOnce;
      if (!waits) own.running += 1;
      else {
        await new Promise<void>((go) => own.waiting.push(go));
        // SQLite returns without waiting, so without this line, a series of requests would never yield the thread.
        await nextTurn();
      }
      try {
        // The client of an aborted request doesn't read a response, so the request isn't handled.
        if (waits && context.req.raw.signal.aborted)
          throw new RequestError("unavailable", "The client closed the connection.");
        return await work();
      } finally {
        // Passes the turn on directly, so that no new request takes it.
        const following = own.waiting.shift();
        if (following !== undefined) following();
        else own.running -= 1;
        if (own.running === 0) partners.delete(access.partner);
      }
    });
    await next();
  };
}
