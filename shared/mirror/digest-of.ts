import { canonicalJson } from "../kernel/canonical-json.ts";
import type { Subject } from "../kernel/catalogue.ts";
import { sha256Text } from "../kernel/hash.ts";
import type { JsonObject } from "../kernel/json.ts";
import { canonicalRecord } from "./records/canonical-record.ts";

/** Names the content of one projection: equal for the same content however it is spelled, ordered or labelled. */
export function digestOf(resource: Subject, body: JsonObject): string {
  return sha256Text("base64url", canonicalJson(canonicalRecord(resource, body))).slice(0, 27);
}
