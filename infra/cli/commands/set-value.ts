import { isJsonObject, type Json, type JsonObject, json, ownMember, setMember } from "../../../shared/kernel/json.ts";
import { parseJson } from "../../../shared/kernel/parse.ts";

/**
 * Returns the object with the value at the path. A value that parses as JSON is stored as JSON, any other as text.
 *
 * @example setValue({}, ["owner", "id"], "c1") // { owner: { id: "c1" } }
 */
export function setValue(object: JsonObject, path: readonly string[], value: string): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return object;
  const inner = ownMember(object, name);
  const set: Json = rest.length === 0 ? read(value) : setValue(isJsonObject(inner) ? inner : {}, rest, value);
  const changed: { [member: string]: Json } = { ...object };
  setMember(changed, name, set);
  return changed;
}

function read(value: string): Json {
  try {
    return parseJson(json, value, "value");
  } catch {
    return value;
  }
}
