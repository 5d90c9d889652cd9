import type {
  CompletedPass,
  DocumentPage,
  FolderTree,
  OwnerMirror,
  OwnerOutcome,
  OwnerRead,
} from "../../polling/owners/owner-mirror.ts";
import type { Source } from "../../source/source.ts";
import { DocumentSink, type DocumentSinkParts } from "./document-sink.ts";
import { FolderSink, type FolderSinkParts } from "./folder-sink.ts";
import { type MissingDocumentsParts, settleMissing } from "./missing-documents.ts";
import { placingOf } from "./placing.ts";

export type MirrorOfOwnersParts = DocumentSinkParts & FolderSinkParts & Omit<MissingDocumentsParts, "sink">;

/** Documents and folders in the mirror, as owners' feeds write them. */
export class MirrorOfOwners implements OwnerMirror {
  readonly #parts: MirrorOfOwnersParts;
  readonly #documents: DocumentSink;
  readonly #folders: FolderSink;

  constructor(parts: MirrorOfOwnersParts) {
    this.#parts = parts;
    this.#documents = new DocumentSink(parts);
    this.#folders = new FolderSink(parts);
  }

  observeDocuments(page: DocumentPage, source: Source): Promise<OwnerOutcome> {
    return this.#documents.observe(page, source);
  }

  observeFolders(tree: FolderTree): Promise<OwnerOutcome> {
    return this.#folders.observe(tree);
  }

  settleMissing(pass: CompletedPass, source: Source): Promise<OwnerOutcome> {
    return settleMissing({ ...this.#parts, sink: this.#documents }, pass, source);
  }

  dropFolders(read: OwnerRead): Promise<number> {
    return this.#folders.drop(read);
  }

  async touchOwnersOf(instance: string, documentIds: readonly string[]): Promise<void> {
    const items = await this.#documents.find(instance, documentIds);
    const owners = items.flatMap((item) => (item === undefined ? [] : [placingOf(item).primary]));
    await this.#parts.dirty.markDirty(instance, owners);
  }
}
