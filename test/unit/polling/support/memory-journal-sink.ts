import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { entryIdentity, type KnownEntry } from "../../../../shared/mirror/journal/bare-entry.ts";
import type { JournalEntry, JournalSink } from "../../../../shared/mirror/journal/journal-sink.ts";

/** The mirror as the journal sees it: keys that stand once put. */
export class MemoryJournalSink implements Omit<JournalSink, "ownerIsGone"> {
  readonly kept = new Map<string, JournalEntry>();
  /** Of what is kept, nothing but keys and documents is known. */
  forget = false;
  /** Of entries that were known under another fingerprint. */
  readonly keys: KnownEntry[] = [];
  baseline = true;
  /** What was asked to be dropped, and where each such portion ends; undefined: at the last entry. */
  readonly dropped: { readonly storedBefore: number; readonly after: string | undefined }[] = [];
  dropsEndAt: string | undefined;

  async record(_instance: string, _owner: Owner, entries: readonly JournalEntry[]): Promise<void> {
    for (const entry of entries) {
      const key = `${entry.fingerprint}#${entry.occurrence}`;
      if (!this.kept.has(key)) this.kept.set(key, entry);
    }
  }

  async keptOccurrences(
    _instance: string,
    _owner: Owner,
    fingerprints: readonly string[],
  ): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const { fingerprint, occurrence } of this.kept.values())
      found.set(fingerprint, Math.max(found.get(fingerprint) ?? 0, occurrence + 1));
    for (const { fingerprint } of this.keys) found.set(fingerprint, (found.get(fingerprint) ?? 0) + 1);
    return new Map(fingerprints.map((one) => [one, found.get(one) ?? 0]));
  }

  async knownEntries(_instance: string, _owner: Owner, fingerprints: readonly string[] | undefined) {
    const known = [...this.kept.values()].map(({ fingerprint, body }): KnownEntry => {
      const { documentId } = body;
      const id = typeof documentId === "string" ? documentId : undefined;
      return { fingerprint, identity: this.forget ? undefined : entryIdentity(body), documentId: id };
    });
    return [...known, ...this.keys].filter(({ fingerprint }) => fingerprints?.includes(fingerprint) ?? true);
  }

  async recordKeys(_instance: string, _owner: Owner, entries: readonly KnownEntry[]): Promise<void> {
    this.keys.push(...entries);
  }

  async holdsAny(): Promise<boolean> {
    return this.kept.size > 0;
  }

  async dropBodies(
    _instance: string,
    _owner: Owner,
    portion: { readonly storedBefore: number; readonly after: string | undefined },
  ): Promise<string | undefined> {
    this.dropped.push(portion);
    return this.dropsEndAt;
  }

  async ownerIsBaseline(): Promise<boolean> {
    return this.baseline;
  }
}
