import { defined } from "../../kernel/defined.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item } from "../../kernel/ports/table.ts";
import { hasChangeLog, mirrorItem } from "../mirror-item.ts";

/**
 * What stays of a journal entry once its body is dropped: its key, which is counted, and its document. Without a change log it
 * makes no events, and republishing passes over it.
 */
export function bareEntry(stored: Item): Item {
  return { pk: stored.pk, sk: stored.sk, ...defined({ documentId: documentOfEntry(stored) }) };
}

/** The document that a stored entry is about, whether it still has its body or not. */
export function documentOfEntry(stored: Item): string | undefined {
  const kept = hasChangeLog(stored) ? parseStored(mirrorItem, stored, `journal entry ${stored.sk}`).full?.body : stored;
  const id = kept?.["documentId"];
  return typeof id === "string" ? id : undefined;
}
