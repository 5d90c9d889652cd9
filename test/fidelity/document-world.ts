import { shownIn } from "./document-view.ts";
import { FidelityWorld, hour, minute, type WorldOptions } from "./fidelity-world.ts";
import {
  addDocument,
  addShortcut,
  deleteDocument,
  documentStep,
  folderOf,
  folderStep,
  relocate,
  removeShortcut,
  replaceContent,
  type Step,
} from "./generate/document-steps.ts";
import { newDocument, newFolder, type Scene } from "./generate/documents.ts";
import { newRecord } from "./generate/records.ts";
import type { Failure } from "./oracle/failure.ts";
import { type ObjectNode, readObject, textOf } from "./oracle/json-text.ts";
import { judgeDocument, type ShownDocument } from "./oracle/judge-document.ts";
import { judgeEntries } from "./oracle/judge-entries.ts";
import { judgeFolder } from "./oracle/judge-folder.ts";
import type { PublishedEvent } from "./oracle/published-event.ts";
import { type Owner, ownerKey, type SourceDocument } from "./source/document-source.ts";
import { spelled } from "./source/text-body.ts";
import { ruleBehind } from "./tally.ts";

type DocumentWorldOptions = WorldOptions & {
  readonly owners: number;
  readonly size: number;
  readonly showsPlacements: boolean;
  /** Reads by id lag this long (ms). */
  readonly lag: number;
  /** Contents are replaced between the responses of a feed and of its owner's list. */
  readonly isRestless: boolean;
  /** The person behind a change comes with a name, which differs in each round. */
  readonly namesChanger: boolean;
};

/**
 * The documents, folders and change feeds of a few owners, which change in each round and are then read in all ways.
 */
export class DocumentWorld extends FidelityWorld {
  readonly #options: DocumentWorldOptions;
  readonly #owners: Owner[] = [];
  readonly #seen = new Map<string, ShownDocument>();
  readonly #seenFolders = new Map<string, ObjectNode>();
  readonly #removed = new Map<string, SourceDocument>();
  /** How many of each owner's entries are published. */
  readonly #published = new Map<string, number>();
  #steps: Step[] = [];
  #changer = 0;

  constructor(options: DocumentWorldOptions) {
    super(options, options.showsPlacements);
    this.#options = options;
    if (options.lag > 0) this.documents.lagsUntil = () => this.clock.now() + options.lag;
    for (let n = 0; n < options.owners; n += 1) {
      const company = newRecord("company", this.dice, (this.clock.now() - 60 * hour) * 1_000);
      this.source.put(company);
      this.#owners.push({ type: "Company", id: company.id });
    }
  }

  async begin(): Promise<void> {
    const longAgo = (this.clock.now() - 50 * hour) * 1_000;
    for (const owner of this.#owners)
      this.documents.folders.set(
        ownerKey(owner),
        Array.from({ length: 4 }, (_, n) => newFolder(this.dice, null, `f${n}`)),
      );
    for (let n = 0; n < this.#options.size; n += 1) this.documents.put(newDocument(this.#scene(), longAgo));
    await this.bridge.connect();
    await this.bridge.poll(["company-timeline"]);
    await this.#readAll();
    await this.#readAll();
    this.takeBaseline();
    this.#remember();
  }

  async round(): Promise<void> {
    this.#change();
    await this.#readAll();
    const events = this.take();
    const ofDocuments = Map.groupBy(events, ({ subject, recordId }) => `${subject}#${recordId}`);
    for (const id of new Set([...this.#seen.keys(), ...this.documents.documents.keys()])) {
      const key = `document#${id}`;
      this.#judgeDocument(id, ofDocuments.get(key) ?? []);
      ofDocuments.delete(key);
    }
    for (const owner of this.#owners) this.#judgeOwner(owner, events);
    this.#remember();
    this.#steps = [];
  }

  #scene(): Scene {
    const changer = this.#options.namesChanger ? `{"id":"p7","name":"n${this.#changer}"}` : '"p7"';
    return {
      ...{ source: this.documents, dice: this.dice, owners: this.#owners },
      now: () => this.clock.now() * 1_000 + 321,
      changedBy: () => changer,
    };
  }

  #change(): void {
    const dice = this.dice;
    this.#relabel();
    const scene = this.#scene();
    for (const document of [...this.documents.documents.values()]) {
      if (!dice.happens(0.8)) continue;
      const step = dice.pick([
        documentStep,
        documentStep,
        documentStep,
        documentStep,
        addShortcut,
        removeShortcut,
        relocate,
      ])(scene, document);
      this.#note(step);
      this.clock.advance(10 + dice.below(10));
      // A second change before the bridge looks. A lagging read by id would show the state in between.
      const again = this.documents.documents.get(document.id);
      if (again !== undefined && dice.happens(0.2) && this.#options.lag === 0) this.#note(documentStep(scene, again));
      this.clock.advance(1_100);
    }
    for (const document of [...this.documents.documents.values()]) {
      if (!dice.happens(0.04) || this.#steps.some(({ of }) => of.endsWith(document.id))) continue;
      this.#removed.set(document.id, document);
      this.#note(deleteDocument(scene, document, dice.happens(0.7)));
    }
    const [back] = this.#removed.values();
    if (back !== undefined && !this.#seen.has(back.id)) {
      this.#removed.delete(back.id);
      this.documents.put(back);
      this.#note({ of: `document#${back.id}`, name: "there again" });
    }
    for (let n = dice.below(4); n > 0; n -= 1) this.#note(addDocument(scene));
    for (const owner of this.#owners) {
      const its = new Set(this.#steps.map(({ of }) => of));
      for (let n = dice.below(3); n > 0; n -= 1) {
        const step = folderStep(scene, owner);
        if (!its.has(step.of)) this.#note(step);
      }
    }
    if (this.#options.isRestless) this.#replaceWhileRead();
  }

  /** The content of a document in several places changes after the feed of one of its owners was read. */
  #replaceWhileRead(): void {
    const shared = [...this.documents.documents.values()].filter(
      ({ id, placements }) => placements.length > 1 && this.#seen.has(id),
    );
    const waiting = shared.filter(() => this.dice.happens(0.5));
    for (const document of waiting) this.#note(replaceContent(this.#scene(), document));
    this.documents.wasAsked = (list, owner) => {
      if (list !== "changes") return;
      const at = waiting.findIndex(({ placements }) =>
        placements.slice(1).some((one) => ownerKey(one.owner) === owner),
      );
      const [document] = at < 0 ? [] : waiting.splice(at, 1);
      const now = document && this.documents.documents.get(document.id);
      if (now === undefined) return;
      // The source's `Date` has whole seconds: within its second, this happened after the list was read.
      const scene = { ...this.#scene(), now: () => Math.floor(this.clock.now() / 1_000) * 1e6 + 999_000 };
      this.#note(replaceContent(scene, now));
    };
  }

  /** Every entry shows another name for the same person, which makes no other entry (hazard 18). */
  #relabel(): void {
    if (!this.#options.namesChanger) return;
    const [was, is] = [`"name":"n${this.#changer}"`, `"name":"n${this.#changer + 1}"`];
    this.#changer += 1;
    for (const [owner, entries] of this.documents.entries)
      this.documents.entries.set(
        owner,
        entries.map((entry) => entry.replace(was, is)),
      );
  }

  async #readAll(): Promise<void> {
    for (const wait of [5 * minute, 2 * minute, 2 * minute, 7 * hour, 2 * minute, 2 * minute, 13 * hour]) {
      this.clock.advance(wait);
      for (const owner of this.dice.happens(0.5) ? this.#owners : this.#owners.toReversed())
        await this.bridge.pollOwner(owner);
    }
    await this.bridge.poll(["document-scrub"]);
    this.documents.wasAsked = () => undefined;
  }

  #judgeDocument(id: string, events: readonly PublishedEvent[]): void {
    const document = this.documents.documents.get(id);
    const its = this.#steps.filter(({ of }) => of === `document#${id}`);
    const [was, is] = [this.#seen.get(id), document && shownIn(this.documents, document)];
    const contents = its.flatMap(({ content }) => content ?? []);
    const recorded = contents.filter((content) => content === "recorded").length;
    const replacements = { happened: contents.length, recorded };
    const wasRemoved = its.some(({ name }) => name === "there again");
    const { isRestless, showsPlacements, lag } = this.#options;
    const inParts = isRestless || !showsPlacements || lag > 0;
    const seen = { was, is, wasRemoved, replacements, events };
    const [failure] = judgeDocument({ ...seen, inParts, lags: lag > 0, hidesPlacements: !showsPlacements });
    const isUnseen = !showsPlacements && was !== undefined && is !== undefined && was.owner !== is.owner;
    const rule = isUnseen ? "docs/events.md#relocated-out-of-sight" : undefined;
    if (failure === undefined && (its.length > 0 || events.length > 0))
      this.tally.note(rule ?? ruleBehind(was && textOf(was.body), is && textOf(is.body), events));
    if (failure !== undefined)
      this.#fail(failure, its.map(({ name }) => name).join("; "), events, `document#${id}`, was?.body, is?.body);
  }

  #judgeOwner(owner: Owner, events: readonly PublishedEvent[]): void {
    const its = events.filter((event) => event.owner === ownerKey(owner));
    const [failure] = judgeEntries(
      (this.documents.entries.get(ownerKey(owner)) ?? []).slice(this.#published.get(ownerKey(owner)) ?? 0),
      its.filter(({ subject }) => subject === "document_change"),
    );
    if (failure !== undefined) this.#fail(failure, "entries", [], ownerKey(owner));
    const prefix = folderOf(owner, "");
    const now = this.#foldersOf(owner);
    const known = [...this.#seenFolders.keys()].filter((key) => key.startsWith(prefix));
    for (const key of new Set([...known, ...now.keys()])) {
      const ofFolder = its.filter(({ subject, recordId }) => subject === "folder" && `${prefix}${recordId}` === key);
      const [was, is] = [this.#seenFolders.get(key), now.get(key)];
      const [wrong] = judgeFolder({ was, is, wasRemoved: false, events: ofFolder });
      const names = this.#steps.filter(({ of }) => of === key).map(({ name }) => name);
      if (wrong !== undefined) this.#fail(wrong, names.join("; "), ofFolder, key, was, is);
    }
  }

  #remember(): void {
    this.#seen.clear();
    for (const [id, document] of this.documents.documents) this.#seen.set(id, shownIn(this.documents, document));
    this.#seenFolders.clear();
    for (const owner of this.#owners) {
      for (const [key, folder] of this.#foldersOf(owner)) this.#seenFolders.set(key, folder);
      this.#published.set(ownerKey(owner), this.documents.entries.get(ownerKey(owner))?.length ?? 0);
    }
  }

  #foldersOf(owner: Owner): ReadonlyMap<string, ObjectNode> {
    const folders = this.documents.folders.get(ownerKey(owner)) ?? [];
    return new Map(folders.map(({ id, fields }) => [folderOf(owner, id), readObject(spelled(fields))]));
  }

  #note(step: Step | undefined): void {
    if (step === undefined) return;
    this.transitions += 1;
    this.#steps.push(step);
  }

  #fail(
    failure: Failure,
    transition: string,
    events: readonly PublishedEvent[],
    of = "",
    was?: ObjectNode,
    is?: ObjectNode,
  ): void {
    const texts = { was: was === undefined ? "(none)" : textOf(was), is: is === undefined ? "(none)" : textOf(is) };
    this.findings.push({ ...failure, of, transition, ...texts, events: events.map(({ text }) => text) });
  }
}
