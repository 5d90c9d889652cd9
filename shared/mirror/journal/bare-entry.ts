import { canonicalJson } from "../../kernel/canonical-json.ts";
import { defined } from "../../kernel/defined.ts";
import { sha256Text } from "../../kernel/hash.ts";
import { canonicalInstant } from "../../kernel/instant.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item } from "../../kernel/ports/table.ts";
import { hasChangeLog, type MirrorItem, mirrorItem } from "../mirror-item.ts";

/** A journal entry whose key is in the mirror. */
export type KnownEntry = {
  readonly fingerprint: string;
  /** Undefined if only the entry's key and document were kept. */
  readonly identity: string | undefined;
  readonly documentId: string | undefined;
};

/**
 * Returns the part of a journal entry that remains when the body is dropped: the entry's key (by which occurrences are
 * counted), identity and document. The result has no change log, so no events are made from it, and republishing
 * ignores it.
 */
export function bareEntry({ pk, sk, full }: MirrorItem): Item {
  return { pk, sk, ...defined({ documentId: documentIn(full?.body), identity: full && entryIdentity(full.body) }) };
}

/** What identifies a stored entry, with or without its body. */
export function knownEntry(stored: Item): KnownEntry {
  const [fingerprint = ""] = stored.sk.split("#", 1);
  const whole = hasChangeLog(stored) ? bareEntry(storedEntry(stored)) : stored;
  const { identity } = whole;
  return { fingerprint, identity: typeof identity === "string" ? identity : undefined, documentId: documentIn(whole) };
}

/** The document that a stored entry is about, with or without the entry's body. */
export function documentOfEntry(stored: Item): string | undefined {
  return documentIn(hasChangeLog(stored) ? storedEntry(stored).full?.body : stored);
}

export function storedEntry(stored: Item): MirrorItem {
  return parseStored(mirrorItem, stored, `journal entry ${stored.sk}`);
}

function documentIn(body: Item | JsonObject = {}): string | undefined {
  const { documentId } = body;
  return typeof documentId === "string" ? documentId : undefined;
}

/**
 * The fields that, together with `changed`, identify the change that an entry records. The source may render every
 * other field differently next time.
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
 * Identifies the change that a journal entry records, however the source renders the rest of the entry. A fingerprint
 * covers the whole entry. With fingerprints alone, every entry that names a person would count as new after the person
 * was renamed (hazard 70).
 */
export function entryIdentity(entry: JsonObject): string {
  const { changed } = entry;
  const fields: { [name: string]: Json } = {};
  for (const name of identifying) fields[name] = entry[name] ?? null;
  fields["changed"] = typeof changed === "string" ? (canonicalInstant(changed) ?? changed) : (changed ?? null);
  return sha256Text("base64url", canonicalJson(fields)).slice(0, 16);
}
