import * as z from "zod";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/**
 * Any JSON value, kept as it came, with unknown fields and enumeration values. It is checked by hand, because every stage
 * reads bodies, and a schema would take each of them apart and put it together again.
 */
export const json = z.custom<Json>(isJson, "not JSON");
export const jsonObject = z.custom<JsonObject>((value) => isJson(value) && isJsonObject(value), "not a JSON object");

/** True for a JSON object; false for arrays and null. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isJson(value: unknown): value is Json {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return isPlainObject(value) && Object.values(value).every(isJson);
}

/** False for dates, buffers and the like: they may have no members that could fail, but they aren't JSON. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
