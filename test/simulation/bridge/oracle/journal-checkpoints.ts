import * as z from "zod";
import { canonicalJson } from "../../../../shared/kernel/canonical-json.ts";
import { owner } from "../../../../shared/kernel/envelope.ts";
import { isJsonObject, jsonObject } from "../../../../shared/kernel/json.ts";
import type { Item } from "../../../../shared/kernel/ports/table.ts";
import { hasChangeLog, mirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { journalPartition } from "../../../../shared/mirror/mirror-key.ts";
import { fingerprintOf } from "../../../../shared/polling/journal/fingerprint-counts.ts";

const answered = z.object({ items: z.array(jsonObject) });
const ownerFeed = z.object({
  instance: z.string(),
  kind: z.literal("owner"),
  owner,
  checkpoint: z.object({ journal: z.object({ pending: z.unknown().optional() }) }),
});

type Parts = {
  /** The mirror's current items of a partition. */
  readonly partition: (pk: string) => readonly Item[];
  readonly violates: (what: string) => void;
};

/**
 * Whenever an owner's journal is saved with nothing pending, the mirror must contain every entry that its process
 * received, as often as one response showed it. What the position has counted is never read as new again.
 */
export class JournalCheckpoints {
  readonly #parts: Parts;
  /** How often one answer showed each entry, by process, instance and owner. */
  readonly #entries = new Map<string, Map<string, number>>();
  /** What was received before a save with something pending. */
  readonly #counted = new Map<string, Map<string, number>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** An answer of the source; `path` is `/acme/api/v1/en/document/changes?entityType=Company&entityId=…`. */
  hear(process: string, path: string, body: string): void {
    const url = new URL(path, "https://source.example");
    if (!url.pathname.endsWith("/document/changes") || url.searchParams.get("limit") === "1") return;
    const page = answered.safeParse(JSON.parse(body)).data;
    const { entityType = "", entityId = "" } = Object.fromEntries(url.searchParams);
    const name = `${process} ${url.pathname.split("/")[1] ?? ""} ${entityType}#${entityId}`;
    const known = this.#entries.get(name) ?? new Map<string, number>();
    this.#entries.set(name, known);
    const shown = Map.groupBy(page?.items ?? [], (entry) => canonicalJson(entry));
    for (const [entry, times] of shown) known.set(entry, Math.max(times.length, known.get(entry) ?? 0));
  }

  /** A write of the table `feeds`, by a process. */
  see(process: string, before: Item | undefined, after: Item | undefined): void {
    const feed = ownerFeed.safeParse(after).data;
    if (feed === undefined || JSON.stringify(journalOf(before)) === JSON.stringify(journalOf(after))) return;
    const name = `${process} ${feed.instance} ${feed.owner.type}#${feed.owner.id}`;
    if (isRewind(before, after)) {
      // The journal is read again from an earlier position. A visit that lost its save to this will read its entries
      // again.
      this.#entries.delete(name);
      this.#counted.delete(name);
      return;
    }
    if (feed.checkpoint.journal.pending !== undefined) {
      // They are counted now, and are in the mirror once nothing is pending.
      this.#counted.set(name, this.#entries.get(name) ?? new Map());
      this.#entries.delete(name);
      return;
    }
    const wasPending = ownerFeed.safeParse(before).data?.checkpoint.journal.pending !== undefined;
    const passed = wasPending ? this.#counted : this.#entries;
    const heard = passed.get(name);
    passed.delete(name);
    if (heard === undefined) return;
    const kept = this.#parts.partition(journalPartition(feed.instance, feed.owner));
    for (const [entry, times] of heard) {
      if (kept.filter((item) => isKept(item, entry)).length < times)
        this.#parts.violates(
          `the position in the journal of ${name.split(" ")[2] ?? ""} passes ${entry}, which the mirror lacks`,
        );
    }
  }
}

/** An old entry has lost its body, but its key identifies it. */
export function isKept(item: Item, entry: string): boolean {
  if (hasChangeLog(item)) return canonicalJson(mirrorItem.parse(item).full?.body ?? {}) === entry;
  return item.sk.startsWith(`${fingerprintOf(jsonObject.parse(JSON.parse(entry)))}#`);
}

/** Whether the write does what an operator requested for the feed or its whole instance: to read again. */
function isRewind(before: Item | undefined, after: Item | undefined): boolean {
  const isDone = before?.["rewind"] !== undefined && after?.["rewind"] === undefined;
  return isDone || before?.["rewoundFor"] !== after?.["rewoundFor"];
}

/** The position of the journal. Removing the bodies of old entries doesn't change it. */
function journalOf(item: Item | undefined): unknown {
  const checkpoint = item?.["checkpoint"];
  const journal = isJsonObject(checkpoint) ? checkpoint["journal"] : undefined;
  return isJsonObject(journal) ? { ...journal, bodies: undefined } : journal;
}
