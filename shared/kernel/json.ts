import * as z from "zod";
import { type ExactNumber, isExactNumber } from "./exact-json.ts";

export type Json = string | number | ExactNumber | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/**
 * Any JSON value, kept as it came, with unknown fields and enumeration values. The check is written by hand, because
 * every stage reads bodies, and a schema would copy each of them.
 */
export const json = z.custom<Json>((value) => isJson(value), "must be JSON");
export const jsonObject = z.custom<JsonObject>((value) => isJson(value) && isJsonObject(value), "not a JSON object");

/** True for a JSON object; false for arrays, null and exact numbers. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

/**
 * An own member of the object. The source chooses names, and `constructor` or `toString` must not return inherited
 * values.
 */
export function ownMember(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a member under any name. An assignment to `__proto__` would set the prototype, and the value would be lost. */
export function setMember<T>(object: { [name: string]: T }, name: string, value: T): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Deeper values would exhaust the stack of the code that compares, writes or reads them. */
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

/** False for dates, buffers and similar objects. They may have no members that could fail, but they aren't JSON. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
