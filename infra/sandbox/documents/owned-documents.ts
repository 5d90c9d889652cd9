import { type Owner, ownerKey } from "../store/document-rows.ts";
import type { Instance, Transaction, Write } from "../store/instance.ts";
import { feedRecorder, recordRemovedPlacements } from "./change-feed.ts";
import { destroyDocument } from "./document-operations.ts";
import { recordDocument } from "./document-view.ts";
import { recordRemovedFolder } from "./folder-operations.ts";
import { isPlacedIn, isSameOwner } from "./folder-tree.ts";

/**
 * Deletes everything that a hard delete of an owner includes: its documents everywhere, its shortcuts and its folders.
 */
export function removeOwnedDocuments(instance: Instance, transaction: Transaction, write: Write, owner: Owner): void {
  const record = feedRecorder(instance, transaction, write);
  const key = ownerKey(owner);
  for (const document of instance.tables.document.rowsOf("owner", key)) {
    if (isSameOwner(document.owner, owner)) destroyDocument(instance, transaction, record, document);
    else {
      const removed = document.placements.filter((placement) => isPlacedIn(placement, owner));
      recordRemovedPlacements(instance, record, document, removed);
      const placements = document.placements.filter((placement) => !isPlacedIn(placement, owner));
      transaction.put("document", { ...document, placements });
      recordDocument(transaction, instance, { ...document, placements }, "update");
    }
  }
  for (const folder of instance.tables.folder.rowsOf("owner", key).reverse()) {
    recordRemovedFolder(instance, transaction, record, folder);
  }
}
