import type { RecordResource } from "../../kernel/catalogue.ts";
import { type Owner, resourceOfOwner } from "../../kernel/envelope.ts";
import { isoTime, unixMs } from "../../kernel/instant.ts";
import { isJsonObject, type Json, json, jsonObject } from "../../kernel/json.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import { isId, isReadableId, pathOf } from "../../source/path-of.ts";

/** Returns undefined if the row isn't an object with an id that fits into a path. Such a row is quarantined. */
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

/** Why a row isn't a record, as a reason for the quarantine. */
export function poisonReason(row: unknown): "too_large" | "too_deep" | "no_readable_id" {
  if (!isId(idIn(row))) return "no_readable_id";
  return jsonObject.safeParse(row).success ? "too_large" : "too_deep";
}

export function rowJson(row: unknown): Json | undefined {
  const parsed = json.safeParse(row);
  return parsed.success ? parsed.data : undefined;
}

/** The path of a resource's list, such as `/person` or `/company-template`. */
export function listPath(resource: RecordResource): string {
  return pathOf(resource.replace("_", "-"));
}

export function recordPath(resource: RecordResource, id: string): string {
  return `${listPath(resource)}${pathOf(id)}`;
}

/** A row that is too large. `listed` is the row in a lean list, or what a skimmed page kept of the row. */
export class OversizedRow {
  readonly listed: unknown;

  constructor(listed: unknown) {
    this.listed = listed;
  }
}

/** `changed` is `modified` or, before the first change, `created`. */
export type TimelineKey = "created" | "modified" | "changed";

/** The row's position in its timeline, in unix ms; undefined if the row doesn't show it. */
export function changeTimeOf(row: Json | undefined, key: TimelineKey): number | undefined {
  if (!isJsonObject(row)) return undefined;
  if (key !== "changed") return unixMs(row[key]);
  return unixMs(row["modified"]) ?? unixMs(row["created"]);
}

/** Always in UTC: the `+` of an offset would become a space in a query string (hazard 22). */
export function sinceParameter(ms: number): string {
  return isoTime(ms);
}

/** The path at which an owner is read by id; rooms and phases have none. */
export function ownerPath(owner: Owner): string | undefined {
  const resource = resourceOfOwner(owner);
  return resource && recordPath(resource, owner.id);
}
