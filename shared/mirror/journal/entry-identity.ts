import { canonicalJson } from "../../kernel/canonical-json.ts";
import { sha256Text } from "../../kernel/hash.ts";
import { canonicalInstant } from "../../kernel/instant.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";

/** The fields that say which change an entry records. The source may render every other field differently next time. */
const identifying = [
  "operation",
  "changedField",
  "documentId",
  "previousFileName",
  "fileName",
  "previousFolderPath",
  "folderPath",
] as const;

/**
 * Identifies the change that a journal entry records, however the entry is rendered. Otherwise, renaming a person would
 * make every entry by that person new (hazard 70). The fingerprint, in contrast, covers the whole entry.
 */
export function entryIdentity(entry: JsonObject): string {
  const { changed } = entry;
  const fields: { [name: string]: Json } = {};
  for (const name of identifying) fields[name] = entry[name] ?? null;
  fields["changed"] = typeof changed === "string" ? (canonicalInstant(changed) ?? changed) : (changed ?? null);
  return sha256Text("base64url", canonicalJson(fields)).slice(0, 16);
}
