import type { Owner } from "../../../../shared/kernel/envelope.ts";
import type { JournalEntry, JournalSink } from "../../../../shared/polling/rows/record-sink.ts";

/** The mirror as the journal sees it: keys that stand once put. */
export class MemoryJournalSink implements JournalSink {
  readonly kept = new Map<string, JournalEntry>();
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
  ): Promise<ReadonlyMap<string, number>> {
    const occurrences = (fingerprint: string) =>
      [...this.kept.values()].filter((entry) => entry.fingerprint === fingerprint).map((entry) => entry.occurrence + 1);
    return new Map(fingerprints.map((fingerprint) => [fingerprint, Math.max(0, ...occurrences(fingerprint))]));
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
