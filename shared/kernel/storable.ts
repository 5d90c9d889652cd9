import { isExactNumber, isTableNumber } from "./exact-json.ts";
import type { Json } from "./json.ts";

/** DynamoDB's nesting ends at 32 levels, of which the items around a body take some. */
const deepest = 20;

/** Whether tables can hold a value that came from outside. The source may send any JSON; one row must not hold up its feed. */
export function isStorable(value: Json, depth = 0): boolean {
  if (typeof value === "number") return isTableNumber(value);
  if (typeof value !== "object" || value === null || isExactNumber(value)) return true;
  return depth < deepest && Object.values(value).every((member: Json) => isStorable(member, depth + 1));
}
