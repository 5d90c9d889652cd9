import type { Owner } from "../../kernel/envelope.ts";
import { queryAll } from "../../kernel/query-all.ts";
import type { CompletedPass, FolderTree } from "../../mirror/documents/owner-read.ts";
import { ownerKeyOf, ownerOfKey, placementOf, primaryOwnerIn } from "../../mirror/documents/placement.ts";
import { documentOfEntry } from "../../mirror/journal/bare-entry.ts";
import { journalPartition } from "../../mirror/mirror-key.ts";
import type { OwnerFeeds } from "../../schedule/feeds/owner-feeds.ts";
import { pathOf } from "../../source/path-of.ts";
import type { Source } from "../../source/source.ts";
import type { ReadById } from "../rows/read-by-id.ts";
import { type DocumentPage, DocumentSink, type DocumentSinkParts } from "./document-sink.ts";
import { type MissingDocuments, type MissingDocumentsParts, missingDocuments } from "./missing-documents.ts";
import { type FolderParts, observeFolderList } from "./observe-folder-list.ts";
import type { Incomplete, ObserveOutcome } from "./observed.ts";

export type OwnerMirrorParts = DocumentSinkParts &
  FolderParts &
  Omit<MissingDocumentsParts, "sink"> & { readonly hints: Pick<OwnerFeeds, "requestPoll"> };

/**
 * The most documents that one call of `touchOwnersOf` requests because the mirror lacks them. The visit needs its other
 * requests for its own feed.
 */
const mostAsked = 8;

export class OwnerMirror {
  readonly #parts: OwnerMirrorParts;
  readonly #documents: DocumentSink;

  constructor(parts: OwnerMirrorParts) {
    this.#parts = parts;
    this.#documents = new DocumentSink(parts);
  }

  observeDocuments(page: DocumentPage, source: Source): Promise<ObserveOutcome> {
    return this.#documents.observe(page, source);
  }

  rereadDocument(instance: string, { id, ...fetched }: ReadById): Promise<ObserveOutcome> {
    return this.#documents.reread(instance, id, fetched);
  }

  observeFolders(tree: FolderTree): ReturnType<typeof observeFolderList> {
    return observeFolderList(this.#parts, tree);
  }

  missingDocuments(pass: CompletedPass, source: Source): Promise<MissingDocuments | Incomplete> {
    return missingDocuments({ ...this.#parts, sink: this.#documents }, pass, source);
  }

  async touchOwnersOf(instance: string, documentIds: readonly string[], source?: Source): Promise<void> {
    const items = await this.#documents.find(instance, documentIds);
    const owners = items.flatMap((item) => (item === undefined ? [] : [placementOf(item).primary]));
    const unknown = documentIds.filter((_, position) => items[position] === undefined);
    const found = source === undefined ? [] : await primaryOwnersOf(unknown.slice(0, mostAsked), source);
    await this.#parts.dirty.markDirty(instance, [...owners, ...found]);
  }

  async touchOwnersUnder(instance: string, room: Owner): Promise<void> {
    const documentIds = new Set<string>();
    const entries = { pk: journalPartition(instance, room) };
    for await (const entry of queryAll(this.#parts.mirror, entries)) {
      const id = documentOfEntry(entry);
      if (id !== undefined) documentIds.add(id);
    }
    await this.touchOwnersOf(instance, [...documentIds]);
  }

  async hintSharers(instance: string, owner: Owner, documentIds: readonly string[]): Promise<void> {
    const items = await this.#documents.find(instance, documentIds);
    const sharers = new Set(items.flatMap((item) => Object.keys(item?.placements ?? {})));
    sharers.delete(ownerKeyOf(owner));
    if (sharers.size > 0) await this.#parts.hints.requestPoll(instance, [...sharers].map(ownerOfKey), "document");
  }
}

/** If a request fails, a later visit finds the change. */
async function primaryOwnersOf(documentIds: readonly string[], source: Source): Promise<readonly Owner[]> {
  const answers = await Promise.all(documentIds.map((id) => source.one({ path: pathOf("document", id) })));
  return answers.flatMap((answer) => (answer.outcome === "ok" ? (primaryOwnerIn(answer.value) ?? []) : []));
}
