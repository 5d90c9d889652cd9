import * as z from "zod";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Any JSON value, as it came: unknown fields and enumerations are kept. */
export const json: z.ZodType<Json> = z.json();
export const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json);

/** True for a JSON object; arrays and null aren't. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
