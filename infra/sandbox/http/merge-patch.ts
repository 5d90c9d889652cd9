import * as z from "zod";

export const mergePatchSchema = z.record(z.string(), z.json());
export type MergePatch = z.infer<typeof mergePatchSchema>;
type Json = z.infer<ReturnType<typeof z.json>>;

/** RFC 7396. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged: Record<string, Json> = target !== undefined && isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(merged, name);
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
