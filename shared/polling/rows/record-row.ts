import { type Json, json, jsonObject } from "../../kernel/json.ts";
import type { RecordRow } from "./record-sink.ts";

/** In bytes. A key of 1 KB holds ids with what stands beside them, and an item of 400 KB the ids of 1 000 rows. */
const longestId = 256;

/**
 * Reads a row of a list as a record; undefined where it has no id that paths and keys can hold, which makes it a
 * poison row.
 */
export function recordRow(row: unknown): RecordRow | undefined {
  const body = jsonObject.safeParse(row);
  const id = body.success ? body.data["id"] : undefined;
  return body.success && typeof id === "string" && isReadable(id) ? { id, body: body.data } : undefined;
}

/** An unpaired surrogate has no percent-encoding, and tables would store another character in its place. */
function isReadable(id: string): boolean {
  return id !== "" && id.isWellFormed() && Buffer.byteLength(id) <= longestId;
}

/** Any row as JSON; what can't be JSON counts as absent. */
export function rowJson(row: unknown): Json | undefined {
  const parsed = json.safeParse(row);
  return parsed.success ? parsed.data : undefined;
}
