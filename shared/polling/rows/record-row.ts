import { type Json, json, jsonObject } from "../../kernel/json.ts";
import { OversizedRow } from "./oversized-row.ts";
import type { RecordRow } from "./record-sink.ts";

/**
 * In bytes. A path holds each of them in up to three characters, and servers refuse a request whose first line is longer
 * than 8 KB: nobody could ask for a record with a longer id.
 */
const longestId = 2_048;

/** Reads a row of a list as a record; undefined where it has no id that a path can hold, which makes it a poison row. */
export function recordRow(row: unknown): RecordRow | undefined {
  const body = jsonObject.safeParse(row);
  const id = body.success ? body.data["id"] : undefined;
  return body.success && isReadableId(id) ? { id, body: body.data } : undefined;
}

/** The id that a list shows for a row, even of a row that is too large or too deep to be read. */
export function listedId(row: unknown): string | undefined {
  const shown = row instanceof OversizedRow ? row.listed : row;
  const id = typeof shown === "object" && shown !== null && "id" in shown ? shown.id : undefined;
  return isReadableId(id) ? id : undefined;
}

/** Whether a record can be asked for by this id. */
export function isReadableId(id: unknown): id is string {
  return isId(id) && Buffer.byteLength(id) <= longestId;
}

/** Why a row is no record, as the quarantine says it: by its id where it has one. */
export function poisonReason(row: unknown): "too_large" | "too_deep" | "no_readable_id" {
  const id = typeof row === "object" && row !== null && "id" in row ? row.id : undefined;
  if (!isId(id)) return "no_readable_id";
  return jsonObject.safeParse(row).success ? "too_large" : "too_deep";
}

/** An unpaired surrogate has no percent-encoding, and tables would store another character in its place. */
function isId(id: unknown): id is string {
  return typeof id === "string" && id !== "" && id.isWellFormed();
}

/** Any row as JSON; what can't be JSON counts as absent. */
export function rowJson(row: unknown): Json | undefined {
  const parsed = json.safeParse(row);
  return parsed.success ? parsed.data : undefined;
}
