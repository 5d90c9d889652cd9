import { isExactNumber, isTableNumber } from "./exact-json.ts";
import type { Json } from "./json.ts";

/** DynamoDB allows 32 levels of nesting, some of which an item needs around a body. */
const deepest = 20;

/** Whether tables can hold a value from outside. The source may send any JSON, and one such row must not stop its feed. */
export function isStorable(value: Json, depth = 0): boolean {
  if (typeof value === "number") return isTableNumber(value);
  if (typeof value !== "object" || value === null || isExactNumber(value)) return true;
  return depth < deepest && Object.values(value).every((member: Json) => isStorable(member, depth + 1));
}
