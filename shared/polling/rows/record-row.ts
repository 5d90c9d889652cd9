import { type Json, json, jsonObject } from "../../kernel/json.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import { isId, isReadableId } from "../../source/path-of.ts";
import { OversizedRow } from "./oversized-row.ts";

/**
 * Reads a list's row as a record. Undefined if it isn't an object with an id that fits into a path; such a row is
 * quarantined.
 */
export function recordRow(row: unknown): RecordRow | undefined {
  const body = jsonObject.safeParse(row);
  const id = body.success ? body.data["id"] : undefined;
  return body.success && isReadableId(id) ? { id, body: body.data } : undefined;
}

/** The id that a list shows for a row, even if the row is too large or too deep to be read. */
export function listedId(row: unknown): string | undefined {
  const id = idIn(row instanceof OversizedRow ? row.listed : row);
  return isReadableId(id) ? id : undefined;
}

const idIn = (row: unknown): unknown => (typeof row === "object" && row !== null && "id" in row ? row.id : undefined);

/** Why a row isn't a record, in the quarantine's words. */
export function poisonReason(row: unknown): "too_large" | "too_deep" | "no_readable_id" {
  if (!isId(idIn(row))) return "no_readable_id";
  return jsonObject.safeParse(row).success ? "too_large" : "too_deep";
}

/** Any row as JSON; a value that can't be JSON counts as absent. */
export function rowJson(row: unknown): Json | undefined {
  const parsed = json.safeParse(row);
  return parsed.success ? parsed.data : undefined;
}
