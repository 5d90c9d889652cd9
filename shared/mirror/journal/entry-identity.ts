import { canonicalJson } from "../../kernel/canonical-json.ts";
import { sha256Text } from "../../kernel/hash.ts";
import { canonicalInstant } from "../../kernel/instant.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";

/**
 * The fields that, together with `changed`, say which change an entry records. The source may render every other field
 * differently next time.
 */
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
 * Identifies the change that a journal entry records, however the source renders the rest of the entry. By the
 * fingerprint, which covers the whole entry, every entry by a renamed person would be new (hazard 70).
 */
export function entryIdentity(entry: JsonObject): string {
  const { changed } = entry;
  const fields: { [name: string]: Json } = {};
  for (const name of identifying) fields[name] = entry[name] ?? null;
  fields["changed"] = typeof changed === "string" ? (canonicalInstant(changed) ?? changed) : (changed ?? null);
  return sha256Text("base64url", canonicalJson(fields)).slice(0, 16);
}
