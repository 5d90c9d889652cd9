import * as z from "zod";
import { masked } from "../resources/reference-views.ts";
import type { Instance, Transaction, Write } from "../store/instance.ts";
import {
  type DocumentChangeRow,
  type DocumentRow,
  documentChangeRow,
  type FolderRow,
  type Owner,
  ownerKey,
} from "../store/rows.ts";
import { formatInstant } from "../store/time.ts";
import { fullDocument } from "./document-view.ts";
import { folderNode, folderPath, isPlacedIn, isSameOwner } from "./folder-tree.ts";
import { maskedOwner } from "./owners.ts";

/**
 * The maximum number of events of one write. An event's id is the ticket of its write times this number, plus the
 * event's place in the write. A write gets its ticket when it begins. So the events of a late commit precede the events
 * of later writes.
 */
const eventsPerWrite = 2 ** 20;

type Event = Omit<DocumentChangeRow, "id" | "changed" | "changedBy"> & { changed?: number };

export class DocumentChanges {
  readonly #instance: Instance;
  readonly #transaction: Transaction;
  readonly #write: Write;
  #events = 0;

  constructor(instance: Instance, transaction: Transaction, write: Write) {
    this.#instance = instance;
    this.#transaction = transaction;
    this.#write = write;
  }

  put(row: DocumentRow, operation: "create" | "update" = "update"): void {
    const { ids } = this.#instance;
    this.#transaction.put("document", row);
    this.#transaction.record({
      ...{ resource: "document", operation, id: ids.mask("document", row.id) },
      ...{ owner: maskedOwner(this.#instance, row.owner), body: fullDocument(this.#instance, row) },
    });
  }

  remove(row: DocumentRow): void {
    this.recordRemoved(row, row.placements);
    this.#transaction.remove("document", row.id);
    const id = this.#instance.ids.mask("document", row.id);
    const owner = maskedOwner(this.#instance, row.owner);
    this.#transaction.record({ resource: "document", operation: "delete", id, owner });
  }

  unplace(row: DocumentRow, isRemoved: (placement: DocumentRow["placements"][number]) => boolean): void {
    this.recordRemoved(row, row.placements.filter(isRemoved));
    this.put({ ...row, placements: row.placements.filter((placement) => !isRemoved(placement)) });
  }

  putFolder(row: FolderRow, operation: "create" | "update"): void {
    this.#transaction.put("folder", row);
    this.#transaction.record({
      ...{ resource: "document-folder", operation, id: this.#instance.ids.mask("folder", row.id) },
      ...{ owner: maskedOwner(this.#instance, row.owner), body: folderNode(this.#instance, row) },
    });
  }

  removeFolder({ id, owner, isSystem }: FolderRow): void {
    if (isSystem !== true) {
      this.record({ owner, operation: "FOLDER_DELETE", previousFolderPath: folderPath(this.#instance, id) });
      this.#transaction.record({
        ...{ resource: "document-folder", operation: "delete", id: this.#instance.ids.mask("folder", id) },
        owner: maskedOwner(this.#instance, owner),
      });
    }
    this.#transaction.remove("folder", id);
  }

  /** Deletes an owner's documents with all of their placements, its shortcuts to other documents, and its folders. */
  removeOwned(owner: Owner): void {
    const { document, folder } = this.#instance.tables;
    for (const row of document.rowsOf("owner", ownerKey(owner))) {
      if (isSameOwner(row.owner, owner)) this.remove(row);
      else this.unplace(row, (placement) => isPlacedIn(placement, owner));
    }
    for (const row of folder.rowsOf("owner", ownerKey(owner)).reverse()) this.removeFolder(row);
  }

  record(event: Event): void {
    const id = this.#write.ticket * eventsPerWrite + this.#events;
    this.#events += 1;
    const row: DocumentChangeRow = { changed: this.#write.at, ...event, id, changedBy: this.#write.actorId };
    this.#transaction.put("documentChange", row);
    this.#transaction.record({
      ...{ resource: "document-change", operation: "create", id: String(id) },
      ...{ owner: maskedOwner(this.#instance, row.owner), body: documentChange(this.#instance, row) },
    });
  }

  /** Records one event for each placement. A document without placements changes without an event. */
  recordPlaced(row: DocumentRow, event: Omit<Event, "owner" | "documentId">): void {
    const { id: documentId, name: fileName, size } = row;
    for (const { owner, folderId } of row.placements) {
      this.record({ owner, documentId, fileName, size, folderPath: folderPath(this.#instance, folderId), ...event });
    }
  }

  recordRemoved({ id, name, size }: DocumentRow, placements: DocumentRow["placements"]): void {
    for (const { owner, folderId } of placements) {
      const previousFolderPath = folderPath(this.#instance, folderId);
      const event = { owner, documentId: id, previousFileName: name, size, previousFolderPath };
      this.record({ operation: "DOCUMENT_DELETE", ...event });
    }
  }
}

export function commitDocuments(instance: Instance, write: Write, change: (changes: DocumentChanges) => void): void {
  instance.commit(write, (transaction) => {
    change(new DocumentChanges(instance, transaction, write));
  });
}

const text = z.string();
export const documentChangeEntry = documentChangeRow
  .omit({ id: true, owner: true })
  .extend({ changed: text, changedBy: text.optional(), documentId: text.optional() });

export function documentChange(instance: Instance, row: DocumentChangeRow) {
  return documentChangeEntry.parse({
    ...row,
    changed: formatInstant(row.changed),
    changedBy: masked(instance, "person", row.changedBy),
    documentId: masked(instance, "document", row.documentId),
  });
}
