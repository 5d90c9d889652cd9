import type { SourceAnswer } from "../source/source.ts";
import { endBecauseOf, type PassEnd } from "./feed-reader.ts";

/**
 * Finds the cause of a 400 (hazard 40): a lost cursor, a wrong limit, a bad id and a bad filter all look alike. The
 * same request without its cursor and with `limit=1` decides. If that request is also refused, the feed itself is wrong
 * and waits for an operator.
 */
export function triageBadRequest(bare: SourceAnswer<unknown>): PassEnd | { readonly outcome: "lostCursor" } {
  if (bare.outcome === "ok") return { outcome: "lostCursor" };
  if (bare.outcome === "badRequest") return { outcome: "parked", reason: "bad_request" };
  return endBecauseOf(bare);
}
