import * as z from "zod";
import { type ExactNumber, isExactNumber, isTableNumber } from "./exact-json.ts";

export type Json = string | number | ExactNumber | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Any JSON value. The check is handwritten, because a schema would copy the bodies that every stage reads. */
export const json = z.custom<Json>((value) => isJson(value), "must be JSON");
export const jsonObject = z.custom<JsonObject>(
  (value) => isJson(value) && isJsonObject(value),
  "must be a JSON object",
);

/** False for arrays, null and exact numbers. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

/** `Array.isArray` doesn't narrow readonly arrays. */
export function isList<T>(value: T): value is Extract<T, readonly unknown[]> {
  return Array.isArray(value);
}

/** The source chooses the names, and `constructor` or `toString` must not return an inherited value. */
export function ownMember(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** An assignment to `__proto__` would set the prototype, and the value would be lost. */
export function setMember<T>(object: { [name: string]: T }, name: string, value: T): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** In levels. Deeper values would exhaust the stack of the code that compares, writes or reads them. */
const deepest = 500;

function isJson(value: unknown, depth = 0): value is Json {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (depth === deepest) return false;
  if (Array.isArray(value)) return value.every((element) => isJson(element, depth + 1));
  return (
    isPlainObject(value) && (isExactNumber(value) || Object.values(value).every((member) => isJson(member, depth + 1)))
  );
}

/** False for dates, buffers and similar objects: all their members may pass the check, but they aren't JSON. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** DynamoDB allows 32 levels of nesting. An item needs some of them around a body. */
const deepestStored = 20;

type Loose = Json | undefined | readonly Loose[] | { readonly [name: string]: Loose };

/** The most UTF-8 bytes that one unit of a JavaScript string takes. */
const perUnit = 3;
/** The most bytes that a number or literal takes. */
const ofScalar = 30;
/** The bytes of the quotes, colon and comma around a value. */
const around = 4;

/**
 * Whether tables can store a value from outside unchanged. The source may send any JSON: nested deeper than tables
 * allow, with lone surrogates, or with empty names.
 */
export function isStorable(value: Loose): boolean {
  return mostBytesOf(value) < Number.POSITIVE_INFINITY;
}

/**
 * An upper bound on a value's bytes in a table, often several times the real size; infinite if tables can't store the
 * value unchanged. An exact count would be slower, because it needs the value's text.
 */
export function mostBytesOf(value: Loose, depth = 0): number {
  if (typeof value === "string")
    return value.isWellFormed() ? value.length * perUnit + around : Number.POSITIVE_INFINITY;
  if (typeof value === "number") return isTableNumber(value) ? ofScalar : Number.POSITIVE_INFINITY;
  if (typeof value !== "object" || value === null) return ofScalar;
  if (isExactNumber(value)) return value.rawJSON.length + around;
  if (depth >= deepestStored) return Number.POSITIVE_INFINITY;
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
