import { canonicalJson } from "../../kernel/canonical-json.ts";
import { sha256Text } from "../../kernel/hash.ts";
import { canonicalInstant } from "../../kernel/instant.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";

/** What says which change an entry records. All else may be rendered differently the next time it is read. */
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
 * Names the change that a journal entry records, however the entry is rendered: a person who is renamed must not make all that
 * the person ever did new (hazard 70). Its fingerprint is of the whole entry.
 */
export function entryIdentity(entry: JsonObject): string {
  const { changed } = entry;
  const fields: { [name: string]: Json } = {};
  for (const name of identifying) fields[name] = entry[name] ?? null;
  fields["changed"] = typeof changed === "string" ? (canonicalInstant(changed) ?? changed) : (changed ?? null);
  return sha256Text("base64url", canonicalJson(fields)).slice(0, 16);
}
