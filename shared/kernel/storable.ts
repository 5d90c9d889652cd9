import { isExactNumber, isTableNumber } from "./exact-json.ts";
import type { Json } from "./json.ts";

/** DynamoDB allows 32 levels of nesting, some of which an item needs around a body. */
const deepest = 20;

/** JSON in which members may be undefined. */
type Loose = Json | undefined | readonly Loose[] | { readonly [name: string]: Loose };

/** The most bytes in UTF-8 of one unit of a JavaScript string. */
const perUnit = 3;
/** The most bytes of a number or a literal, and of what surrounds a value: quotes, colon, comma. */
const ofScalar = 30;
const around = 4;

/**
 * Whether tables can hold a value from outside unchanged. The source may send any JSON: nested deeper than tables
 * allow, with half surrogate pairs, or with empty names.
 */
export function isStorable(value: Loose): boolean {
  return mostBytesOf(value) < Number.POSITIVE_INFINITY;
}

/**
 * An upper bound on the bytes that a value takes in a table, often several times the real size. It is quick, whereas an
 * exact count needs the value's text. Infinite if tables can't hold the value unchanged.
 */
export function mostBytesOf(value: Loose, depth = 0): number {
  if (typeof value === "string")
    return value.isWellFormed() ? value.length * perUnit + around : Number.POSITIVE_INFINITY;
  if (typeof value === "number") return isTableNumber(value) ? ofScalar : Number.POSITIVE_INFINITY;
  if (typeof value !== "object" || value === null) return ofScalar;
  if (isExactNumber(value)) return value.rawJSON.length + around;
  if (depth >= deepest) return Number.POSITIVE_INFINITY;
  let bytes = around;
  if (isList(value)) {
    for (const element of value) bytes += mostBytesOf(element, depth + 1);
    return bytes;
  }
  for (const [name, member] of Object.entries(value)) {
    if (name === "" || !name.isWellFormed()) return Number.POSITIVE_INFINITY;
    bytes += name.length * perUnit + around + mostBytesOf(member, depth + 1);
  }
  return bytes;
}

function isList(value: Loose): value is readonly Loose[] {
  return Array.isArray(value);
}
