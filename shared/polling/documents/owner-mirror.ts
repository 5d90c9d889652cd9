import type { DetectedBy, Owner } from "../../kernel/envelope.ts";
import type { Turns } from "../../kernel/ports/turns.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { retryOnConflict } from "../../kernel/retry-on-conflict.ts";
import { classifyDocument, rereadDocument } from "../../mirror/documents/classify-document.ts";
import type { DocumentContext, DocumentObservation } from "../../mirror/documents/document-observation.ts";
import type { CompletedPass, FolderTree, OwnerRead } from "../../mirror/documents/owner-read.ts";
import { ownerKeyOf, ownerOfKey, placementOf, primaryOwnerIn } from "../../mirror/documents/placement.ts";
import { writeDocument } from "../../mirror/documents/write-document.ts";
import { documentOfEntry } from "../../mirror/journal/bare-entry.ts";
import { findItems, type MirrorItem } from "../../mirror/mirror-item.ts";
import { journalPartition } from "../../mirror/mirror-key.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import type { OwnerFeeds } from "../../schedule/feeds/owner-feeds.ts";
import { pathOf } from "../../source/path-of.ts";
import type { Moment, Source } from "../../source/source.ts";
import { type Incomplete, type ObserveOutcome } from "../feed-reader.ts";
import { added, contextOf, observeRounds, type Round } from "../observe/observed.ts";
import type { ReadById } from "../rows/read-by-id.ts";
import { FormerOwnerLists } from "./former-owner-lists.ts";
import { type MissingDocuments, type MissingDocumentsParts, missingDocuments } from "./missing-documents.ts";
import { observeFolderList } from "./observe-folder-list.ts";
import { type ReadOn, type ResolveDocumentParts, resolveDocument } from "./resolve-document.ts";

export type DocumentPage = OwnerRead & {
  readonly detectedBy: DetectedBy;
  readonly moment: Moment;
  readonly rows: readonly RecordRow[];
  /** Absent if the owner has no readable journal. */
  readonly readOn?: ReadOn;
};

export type OwnerMirrorParts = MissingDocumentsParts & {
  readonly turns: Turns;
  readonly hints: Pick<OwnerFeeds, "requestPoll">;
};

const group = 8;

type ObservedRow = {
  readonly row: RecordRow;
  readonly item: MirrorItem | undefined;
  readonly observation: DocumentObservation;
};

/**
 * The most documents that one call of `touchOwnersOf` requests because the mirror lacks them. The visit needs its other
 * requests for its own feed.
 */
const mostAsked = 8;

export class OwnerMirror {
  readonly #parts: OwnerMirrorParts;

  constructor(parts: OwnerMirrorParts) {
    this.#parts = parts;
  }

  /** Throws ContentionError if other workers keep changing the documents; the page is then read again. */
  observeDocuments(page: DocumentPage, source: Source): Promise<ObserveOutcome> {
    const rows = [...new Map(page.rows.map((row) => [row.id, row])).values()];
    return observeRounds(`a page of documents of ${page.instance}`, rows, (left) => this.#round(page, left, source));
  }

  async #round(page: DocumentPage, rows: readonly RecordRow[], source: Source): Promise<Round<RecordRow>> {
    const context = await contextOf(this.#parts, page.instance);
    if (context === undefined) return { changed: 0, incomplete: "refused" };
    const [news, leftOut] = await this.#news(page, rows, context);
    const formerOwners = new FormerOwnerLists(
      source,
      news.map(({ row }) => row.id),
    );
    const asking = { source, context, formerOwners, unfound: this.#parts.unfound, readOn: page.readOn };
    let sum: Round<RecordRow> = { changed: 0, leftOut };
    for (let start = 0; start < news.length && sum.incomplete === undefined; start += group) {
      const some = news.slice(start, start + group);
      const taken = await Promise.all(some.map((one) => this.#take(one, asking)));
      for (const one of taken) sum = added(sum, one);
    }
    return sum;
  }

  async #take({ row, item, observation }: ObservedRow, parts: ResolveDocumentParts): Promise<Round<RecordRow>> {
    const { id } = row;
    const resolved = await resolveDocument(item, observation, parts);
    switch (resolved.resolution) {
      case "same":
        return { changed: 0 };
      case "unreadable":
      case "too_large":
        return { changed: 0, quarantined: [{ id, reason: resolved.resolution }] };
      case "unfound":
      case "behind":
        return { changed: 0, leftOut: [id] };
      case "incomplete":
        return { changed: 0, incomplete: resolved.reason, ...(resolved.unanswered && { unanswered: [id] }) };
      case "touched":
      case "changed": {
        const outcome = await writeDocument(this.#parts, item, resolved.item, observation.owner);
        if (outcome === "conflict") return { changed: 0, conflicts: [row] };
        if (outcome !== "written") return { changed: 0, quarantined: [{ id, reason: outcome }] };
        const leftOut = resolved.isBehind === true || resolved.item.disagreement !== undefined ? [id] : [];
        return { changed: resolved.resolution === "changed" ? 1 : 0, leftOut };
      }
    }
  }

  /**
   * `lagging`: the ids of rows that show nothing new, but whose read by id still lags behind the list. If the page
   * counted as read, those ids wouldn't be requested again.
   */
  async #news(
    page: DocumentPage,
    rows: readonly RecordRow[],
    context: DocumentContext,
  ): Promise<readonly [news: readonly ObservedRow[], lagging: readonly string[]]> {
    const items = await this.#find(
      page.instance,
      rows.map(({ id }) => id),
    );
    const observed = rows.map((row, position): ObservedRow => {
      const { owner, moment, detectedBy, draining, baseline, notes } = page;
      const note = notes[row.id];
      const observation = { ...{ owner, id: row.id, row, moment, detectedBy }, ...{ draining, baseline, note } };
      return { row, item: items[position], observation };
    });
    const news = await this.#parts.turns.run(page.instance, newsAmong(observed, context));
    const lagging = observed.filter((one) => one.item?.disagreement !== undefined && !news.includes(one));
    return [news, lagging.map(({ row }) => row.id)];
  }

  /** Stores the fields of a document that was read by id. Throws ContentionError after too many conflicts. */
  rereadDocument(instance: string, { id, ...fetched }: ReadById): Promise<ObserveOutcome> {
    return retryOnConflict(`document ${id} of ${instance}`, async () => {
      const context = await contextOf(this.#parts, instance);
      const [item] = await this.#find(instance, [id]);
      const reread = context && item && rereadDocument(item, fetched, context);
      if (reread === undefined) return { outcome: "observed", changed: 0 };
      const outcome = await writeDocument(this.#parts, item, reread.item);
      if (outcome === "conflict") return outcome;
      if (outcome !== "written") return { outcome: "observed", changed: 0, quarantined: [{ id, reason: outcome }] };
      return { outcome: "observed", changed: reread.classification === "changed" ? 1 : 0 };
    });
  }

  observeFolders(tree: FolderTree): ReturnType<typeof observeFolderList> {
    return observeFolderList(this.#parts, tree);
  }

  missingDocuments(pass: CompletedPass, source: Source): Promise<MissingDocuments | Incomplete> {
    return missingDocuments(this.#parts, pass, source);
  }

  async touchOwnersOf(instance: string, documentIds: readonly string[], source?: Source): Promise<void> {
    const items = await this.#find(instance, documentIds);
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
    const items = await this.#find(instance, documentIds);
    const sharers = new Set(items.flatMap((item) => Object.keys(item?.placements ?? {})));
    sharers.delete(ownerKeyOf(owner));
    if (sharers.size > 0) await this.#parts.hints.requestPoll(instance, [...sharers].map(ownerOfKey), "document");
  }

  #find(instance: string, ids: readonly string[]): Promise<readonly (MirrorItem | undefined)[]> {
    return findItems(this.#parts.mirror, instance, "document", ids);
  }
}

function* newsAmong(observed: readonly ObservedRow[], context: DocumentContext): Generator<void, ObservedRow[]> {
  const news: ObservedRow[] = [];
  for (const one of observed) {
    if (classifyDocument(one.item, one.observation, context).classification !== "same") news.push(one);
    yield;
  }
  return news;
}

/** If a request fails, a later visit finds the change. */
async function primaryOwnersOf(documentIds: readonly string[], source: Source): Promise<readonly Owner[]> {
  const answers = await Promise.all(documentIds.map((id) => source.one({ path: pathOf("document", id) })));
  return answers.flatMap((answer) => (answer.outcome === "ok" ? (primaryOwnerIn(answer.value) ?? []) : []));
}
