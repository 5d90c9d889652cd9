import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { type Owner, resourceOfOwner } from "../../kernel/envelope.ts";
import { inPortions } from "../../kernel/in-portions.ts";
import { canonicalInstant } from "../../kernel/instant.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { absent, present, type Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { findItem, hasChangeLog, type MirrorItem, storedItem } from "../mirror-item.ts";
import { journalPartition, journalSortKey } from "../mirror-key.ts";
import { newItem } from "../next-item.ts";
import { fittedItem } from "../write-item.ts";
import { bareEntry, type KnownEntry, knownEntry, storedEntry } from "./bare-entry.ts";

type Parts = Context & { readonly mirror: Table };

/**
 * The most stored entries that one call of `dropBodies` reads. With bodies, they fill about one page of a DynamoDB
 * query.
 */
const portion = 1_000;
const queriedAtOnce = 100;

/** `fingerprint` is the hash of the whole entry. */
export type JournalEntry = {
  readonly fingerprint: string;
  readonly occurrence: number;
  readonly body: JsonObject;
  readonly baseline: boolean;
};

/** Each entry leads to one event, unless only its key is stored. An entry's body is dropped later. */
export class JournalSink {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async record(instance: string, owner: Owner, entries: readonly JournalEntry[], asOf: number): Promise<void> {
    if (entries.length === 0) return;
    const now = this.#parts.clock.now();
    // The key consists of the content and the occurrence, so if the key exists, the same entry is already stored.
    await this.#parts.mirror.put(
      entries.map((entry) => {
        const item = journalItem(instance, owner, entry, asOf, now);
        // An entry that is too large for an item is stored without its long fields. If it were refused, its feed would
        // fail at this entry forever.
        return { item: storedItem(fittedItem(item) ?? item), when: absent };
      }),
    );
  }

  /**
   * Returns for each fingerprint one above its highest stored occurrence, or 0 if there is none. If this were a count of
   * the stored entries, a number could be assigned twice after a failed put.
   */
  async keptOccurrences(instance: string, owner: Owner, fingerprints: readonly string[]): Promise<Map<string, number>> {
    const pk = journalPartition(instance, owner);
    const kept = new Map<string, number>();
    await inPortions([...new Set(fingerprints)], queriedAtOnce, async (fingerprint) => {
      const query = { pk, prefix: `${fingerprint}#`, descending: true, limit: 1 };
      const [last] = (await this.#parts.mirror.query(query)).items;
      kept.set(fingerprint, last === undefined ? 0 : Number(last.sk.slice(fingerprint.length + 1)) + 1);
    });
    return kept;
  }

  async knownEntries(
    instance: string,
    owner: Owner,
    fingerprints: readonly string[] | undefined,
  ): Promise<readonly KnownEntry[]> {
    const pk = journalPartition(instance, owner);
    if (fingerprints !== undefined) {
      const keys = fingerprints.map((fingerprint) => ({ pk, sk: journalSortKey(fingerprint, 0) }));
      const stored = await this.#parts.mirror.getAll(keys);
      return stored.flatMap((item) => (item === undefined ? [] : knownEntry(item)));
    }
    const known: KnownEntry[] = [];
    for await (const item of queryAll(this.#parts.mirror, { pk })) known.push(knownEntry(item));
    return known;
  }

  async recordKeys(instance: string, owner: Owner, entries: readonly KnownEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const pk = journalPartition(instance, owner);
    const fingerprints = entries.map(({ fingerprint }) => fingerprint);
    const next = await this.keptOccurrences(instance, owner, fingerprints);
    const puts = entries.map(({ fingerprint, identity, documentId }) => {
      const occurrence = next.get(fingerprint) ?? 0;
      next.set(fingerprint, occurrence + 1);
      const item = { pk, sk: journalSortKey(fingerprint, occurrence), ...defined({ identity, documentId }) };
      return { item, when: absent };
    });
    await this.#parts.mirror.put(puts);
  }

  async holdsAny(instance: string, owner: Owner): Promise<boolean> {
    const query = { pk: journalPartition(instance, owner), limit: 1 };
    return (await this.#parts.mirror.query(query)).items.length > 0;
  }

  async dropBodies(
    instance: string,
    owner: Owner,
    { storedBefore, after }: { readonly storedBefore: number; readonly after: string | undefined },
  ): Promise<string | undefined> {
    const pk = journalPartition(instance, owner);
    const { items, more } = await this.#parts.mirror.query({ pk, limit: portion, ...defined({ after }) });
    const whole = items.filter(hasChangeLog).map(storedEntry);
    const old = whole.filter(({ observedAt }) => observedAt < storedBefore);
    const puts = old.map((entry) => ({ item: bareEntry(entry), when: present }));
    if (puts.length > 0) await this.#parts.mirror.put(puts);
    return more ? items.at(-1)?.sk : undefined;
  }

  async ownerIsBaseline(instance: string, owner: Owner): Promise<boolean> {
    const resource = resourceOfOwner(owner);
    // Rooms and phases have no records, so nothing says whether they are baseline. The first entries and documents that
    // they show are baseline if they are old enough.
    return (
      resource === undefined || (await findItem(this.#parts.mirror, instance, resource, owner.id))?.baseline === true
    );
  }

  async ownerIsGone(instance: string, owner: Owner): Promise<boolean> {
    const resource = resourceOfOwner(owner);
    const item = resource && (await findItem(this.#parts.mirror, instance, resource, owner.id));
    return item === undefined || item.state === "deleted";
  }
}

function journalItem(instance: string, owner: Owner, entry: JournalEntry, asOf: number, now: number): MirrorItem {
  const { fingerprint, occurrence, body, baseline } = entry;
  const { changed } = body;
  const timestamp = typeof changed === "string" ? canonicalInstant(changed) : undefined;
  const item = {
    pk: journalPartition(instance, owner),
    sk: journalSortKey(fingerprint, occurrence),
    instance,
    resource: "document_change" as const,
    id: `${owner.type}:${owner.id}:${fingerprint}:${occurrence}`,
    asOf,
    full: { body, digest: fingerprint },
    owner,
  };
  return newItem(
    item,
    { now, seqFloor: 0 },
    {
      timestamp,
      detectedBy: "journal",
      facts: [{ type: "document_change.recorded", key: "" }],
      ...(baseline && { baseline }),
    },
  );
}
