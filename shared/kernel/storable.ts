import type { Json } from "./json.ts";

/** DynamoDB's numbers end at 1e126 and 1e-130, its nesting at 32 levels, of which the items around a body take some. */
const largestNumber = 1e120;
const smallestNumber = 1e-120;
const deepest = 20;

/** Whether tables can hold a value that came from outside. The source may send any JSON; one row must not hold up its feed. */
export function isStorable(value: Json, depth = 0): boolean {
  if (typeof value === "number") {
    const magnitude = Math.abs(value);
    return value === 0 || (magnitude < largestNumber && magnitude > smallestNumber);
  }
  if (typeof value !== "object" || value === null) return true;
  return depth < deepest && Object.values(value).every((member: Json) => isStorable(member, depth + 1));
}
