import type { Json } from "./json.ts";

/** DynamoDB holds numbers up to 1e126 and down to 1e-130, and 32 levels of nesting, some of which an item needs around a body. */
const largestNumber = 1e120;
const smallestNumber = 1e-120;
const deepest = 20;

/** Whether tables can hold a value from outside. The source may send any JSON, and one such row must not stop its feed. */
export function isStorable(value: Json, depth = 0): boolean {
  if (typeof value === "number") {
    const magnitude = Math.abs(value);
    return value === 0 || (magnitude < largestNumber && magnitude > smallestNumber);
  }
  if (typeof value !== "object" || value === null) return true;
  return depth < deepest && Object.values(value).every((member: Json) => isStorable(member, depth + 1));
}
