import type { SourceAnswer } from "../source/source.ts";
import { endBecauseOf, type PassEnd } from "./feed-reader.ts";

/**
 * Finds whose fault a 400 is from the answer to the same call without its cursor and with `limit=1` (hazard 40): a lost cursor,
 * a wrong limit, a bad id and a bad filter all answer alike. If that call is refused as well, the feed itself is wrong and waits for
 * somebody to look.
 */
export function triageBadRequest(bare: SourceAnswer<unknown>): PassEnd | { readonly outcome: "lostCursor" } {
  if (bare.outcome === "ok") return { outcome: "lostCursor" };
  if (bare.outcome === "badRequest") return { outcome: "parked", reason: "bad_request" };
  return endBecauseOf(bare);
}
