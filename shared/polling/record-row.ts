import * as z from "zod";
import { json, jsonObject } from "../kernel/json.ts";
import type { RecordRow } from "./observation.ts";

const identified = jsonObject.and(z.object({ id: z.string().min(1) }));

/** A row of a list as a record, or undefined where it has no readable id: then it is poison. */
export function recordRow(row: unknown): RecordRow | undefined {
  const parsed = identified.safeParse(row);
  return parsed.success ? { id: parsed.data.id, body: parsed.data } : undefined;
}

/** Any row as JSON; what can't be JSON counts as absent. */
export function rowJson(row: unknown): z.output<typeof json> | undefined {
  const parsed = json.safeParse(row);
  return parsed.success ? parsed.data : undefined;
}
