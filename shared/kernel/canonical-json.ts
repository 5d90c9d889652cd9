import { decimalOf, isExactNumber } from "./exact-json.ts";
import { isJsonObject, isList, type Json, type JsonObject, ownMember } from "./json.ts";

/**
 * The text of a value with sorted keys and no null members: an absent value means null
 * (docs/partner-api.md#absent-values).
 */
export function canonicalJson(value: Json): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return isExactNumber(value) ? decimalOf(value.rawJSON) : JSON.stringify(value);
  let members = "";
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined || member === null) continue;
    members += `${members === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** Whether two values have the same canonical text. Doesn't build the texts. */
export function isSameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (isList(one) || isList(other)) {
    if (!isList(one) || !isList(other) || one.length !== other.length) return false;
    return one.every((element, position) => isSameJson(element, other[position] ?? null));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return isSameNumber(one, other);
  return (
    Object.keys(one).every((key) => isSameJson(one[key] ?? null, memberOf(other, key))) &&
    Object.keys(other).every((key) => Object.hasOwn(one, key) || memberOf(other, key) === null)
  );
}

/** Whether two values have the same text except for the order of members, which tables don't preserve. */
export function isSpelledAlike(one: Json, other: Json): boolean {
  // This includes 0 and -0, which tables store as one number.
  if (one === other) return true;
  if (isList(one) || isList(other)) {
    if (!isList(one) || !isList(other) || one.length !== other.length) return false;
    return one.every((element, position) => isSpelledAlike(element, other[position] ?? null));
  }
  if (!isJsonObject(one) || !isJsonObject(other))
    return isExactNumber(one) && isExactNumber(other) && one.rawJSON === other.rawJSON;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && isSpelledAlike(one[name] ?? null, memberOf(other, name)));
}

/** A number is exact only if it can't be plain, so an exact number never equals a plain one. */
function isSameNumber(one: Json, other: Json): boolean {
  return isExactNumber(one) && isExactNumber(other) && decimalOf(one.rawJSON) === decimalOf(other.rawJSON);
}

function memberOf(object: JsonObject, key: string): Json {
  return ownMember(object, key) ?? null;
}
