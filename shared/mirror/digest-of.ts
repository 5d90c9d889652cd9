import { canonicalJson } from "../kernel/canonical-json.ts";
import type { Subject } from "../kernel/catalogue.ts";
import { sha256Text } from "../kernel/hash.ts";
import { rolledInstant } from "../kernel/instant.ts";
import { isJsonObject, type Json, type JsonObject, setMember } from "../kernel/json.ts";
import { canonicalRecord } from "./records/canonical-record.ts";

/**
 * The version of the rules by which digests are made. A value that is kept only as a digest is compared by the rules of
 * that digest. Otherwise, each new rule would look like a change to every such record.
 */
export const digestRules = 2;

/**
 * Hashes the content of one projection. Bodies with equal {@link canonicalRecord} forms have the same digest, whatever
 * the order of their members.
 */
export function digestOf(resource: Subject, body: JsonObject, rules: number = digestRules): string {
  return sha256Text("base64url", comparedJson(resource, body, rules)).slice(0, 27);
}

/**
 * The text that is hashed for a digest. The first rules compared every instant in one spelling, whatever its field, and
 * rolled 30 February over into March.
 */
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
