import { isExactNumber, isTableNumber } from "./exact-json.ts";
import type { Json } from "./json.ts";

/** DynamoDB allows 32 levels of nesting, some of which an item needs around a body. */
const deepest = 20;

/** JSON in which members may be undefined. */
type Loose = Json | undefined | readonly Loose[] | { readonly [name: string]: Loose };

/** Bytes in UTF-8 that a unit of a JavaScript string has at most. */
const perUnit = 3;
/** What a number or a word takes at most, and what stands around a value: quotes, colon, comma. */
const ofScalar = 30;
const around = 4;

/**
 * Whether tables hold a value that came from outside as it is. The source may send any JSON: deeper than tables nest, with
 * half surrogate pairs, with empty names.
 */
export function isStorable(value: Loose): boolean {
  return mostBytesOf(value) < Number.POSITIVE_INFINITY;
}

/**
 * Bytes that a value takes in a table at most, mostly some times too many: one quick look, where counting them takes the
 * value's text. Infinite where tables don't hold the value as it is.
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
