import { canonicalJson } from "../kernel/canonical-json.ts";
import type { Subject } from "../kernel/catalogue.ts";
import { sha256Text } from "../kernel/hash.ts";
import { rolledInstant } from "../kernel/instant.ts";
import { isJsonObject, type Json, type JsonObject, setMember } from "../kernel/json.ts";
import { canonicalRecord } from "./records/canonical-record.ts";

/**
 * The rules by which digests are made. Where nothing but a digest is kept, it has to be compared by its own rules, or each new
 * rule would be a change of records that are as they were.
 */
export const digestRules = 2;

/** Names the content of one projection: equal for the same content however it is spelled, ordered or labelled. */
export function digestOf(resource: Subject, body: JsonObject, rules: number = digestRules): string {
  return sha256Text("base64url", comparedJson(resource, body, rules)).slice(0, 27);
}

/** The text whose digest names the content. By the first rules each text was a moment that `Date.parse` took for one. */
export function comparedJson(resource: Subject, body: JsonObject, rules: number): string {
  return canonicalJson(canonicalRecord(resource, rules < 2 ? rolledMembers(body) : body));
}

function rolled(value: Json): Json {
  if (typeof value === "string") return rolledInstant(value) ?? value;
  if (Array.isArray(value)) return value.map(rolled);
  return isJsonObject(value) ? rolledMembers(value) : value;
}

function rolledMembers(body: JsonObject): JsonObject {
  const members: { [name: string]: Json } = {};
  for (const [name, member] of Object.entries(body)) setMember(members, name, rolled(member));
  return members;
}
