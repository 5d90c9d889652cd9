import { isSpelledAlike } from "../kernel/canonical-json.ts";
import type { Subject } from "../kernel/catalogue.ts";
import type { JsonObject } from "../kernel/json.ts";
import { changesSince } from "./cut-projection.ts";
import type { Projection } from "./mirror-item.ts";

/** `same`: the content is the same, but not its spelling. */
export type Likeness = "identical" | "same" | "different";

/**
 * Compares a body with the stored one. A stored digest follows the rules of its time, so it decides only if nothing
 * else is kept. A stored body is compared by today's rules.
 */
export function likenessOf(resource: Subject, stored: Projection, body: JsonObject): Likeness {
  const { omitted } = stored;
  if (omitted === undefined && isSpelledAlike(stored.body, body)) return "identical";
  if (changesSince(resource, stored, { from: stored.body, to: body }).length > 0) return "different";
  if (omitted === undefined) return "same";
  if (omitted === "all") return "identical";
  const kept = Object.fromEntries(Object.entries(body).filter(([field]) => !Object.hasOwn(omitted, field)));
  return isSpelledAlike(stored.body, kept) ? "identical" : "same";
}
