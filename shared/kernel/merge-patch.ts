import type { Envelope } from "./envelope.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/** RFC 7396: objects merge member by member, null removes a member, and any other value replaces the old one. */
export function mergedObject(current: Json | undefined, patch: JsonObject): JsonObject {
  const members = new Map<string, Json>(isJsonObject(current) ? Object.entries(current) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, isJsonObject(value) ? mergedObject(members.get(name), value) : value);
  }
  return Object.fromEntries(members);
}

/** Replaces parts of an event's `data`, and updates the new values in its `changes`. */
export function withData(event: Envelope, data: JsonObject): Envelope {
  const merged = mergedObject(event.data, data);
  const changes = event.changes?.map((change) => {
    const to: Json | undefined = Object.hasOwn(data, change.field) ? merged[change.field] : undefined;
    return to === undefined ? change : { ...change, to };
  });
  return { ...event, data: merged, ...(changes && { changes }) };
}
