import { type Json, json, jsonObject } from "../kernel/json.ts";
import type { RecordRow } from "./observation.ts";

/** A row of a list as a record, or undefined where it has no readable id: then it is poison. */
export function recordRow(row: unknown): RecordRow | undefined {
  const body = jsonObject.safeParse(row);
  const id = body.success ? body.data["id"] : undefined;
  return body.success && typeof id === "string" && id !== "" ? { id, body: body.data } : undefined;
}

/** Any row as JSON; what can't be JSON counts as absent. */
export function rowJson(row: unknown): Json | undefined {
  const parsed = json.safeParse(row);
  return parsed.success ? parsed.data : undefined;
}
