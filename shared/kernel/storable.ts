import { isExactNumber, isTableNumber } from "./exact-json.ts";
import type { Json } from "./json.ts";

/** DynamoDB allows 32 levels of nesting, some of which an item needs around a body. */
const deepest = 20;

/** JSON in which members may be undefined. */
type Loose = Json | undefined | readonly Loose[] | { readonly [name: string]: Loose };

/**
 * Whether tables hold a value that came from outside as it is. The source may send any JSON: deeper than tables nest, with
 * half surrogate pairs, with empty names.
 */
export function isStorable(value: Loose, depth = 0): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return isTableNumber(value);
  if (typeof value !== "object" || value === null || isExactNumber(value)) return true;
  if (depth >= deepest) return false;
  return Object.entries(value).every(
    ([name, member]) => name !== "" && name.isWellFormed() && isStorable(member, depth + 1),
  );
}
