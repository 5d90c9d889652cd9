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
 * What remains of a journal entry when its body is dropped: the key (by which occurrences are counted), the identity
 * and the document. Without a change log, no events are made from it, and republishing ignores it.
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
 * Together with `changed`, these fields identify the change that an entry records. The source may render every other
 * field differently next time.
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
 * A fingerprint covers the whole entry. With fingerprints alone, every entry that names a person would count as new
 * after the person was renamed (hazard 70).
 */
export function entryIdentity(entry: JsonObject): string {
  const { changed } = entry;
  const fields: { [name: string]: Json } = {};
  for (const name of identifying) fields[name] = entry[name] ?? null;
  fields["changed"] = typeof changed === "string" ? (canonicalInstant(changed) ?? changed) : (changed ?? null);
  return sha256Text("base64url", canonicalJson(fields)).slice(0, 16);
}
