import type { Owner } from "../../kernel/envelope.ts";
import { entryIdentity, type KnownEntry } from "../../mirror/journal/bare-entry.ts";
import type { JournalSink } from "../../mirror/journal/journal-sink.ts";
import { beyond, type Counts, countsOf, sumOf } from "./fingerprint-counts.ts";
import type { JournalRead } from "./read-journal.ts";

/** A known entry that the feed now renders with another fingerprint. `before` is the stored one. */
export type Rerendered = KnownEntry & { readonly before: string };

/**
 * Finds known entries among those with new fingerprints. The feed is never pruned
 * (docs/partner-api.md#change-feed-never-pruned), so a known entry that isn't read in its place is one of the new ones.
 * It has the same identity. If its body was dropped by a version that stored no identities, the same document is
 * enough, but only if nothing is left unread. If the known entry is also read, an entry that differs from it only in a
 * label is another entry. `replayed`: what earlier parts of a replay read.
 */
export async function rerendered(
  journal: Pick<JournalSink, "knownEntries">,
  { instance, owner }: { readonly instance: string; readonly owner: Owner },
  { pages, bodies }: JournalRead,
  known: Counts,
  replayed: Counts | undefined,
): Promise<readonly Rerendered[]> {
  const read = sumOf(pages.map(({ fingerprints }) => countsOf(fingerprints)));
  const fresh = beyond(read, known);
  let unread = beyond(known, read);
  if (fresh.size === 0 || (unread.size === 0 && replayed === undefined)) return [];
  // A replay knows what it reads. Only the mirror knows what it doesn't read.
  const stored = await journal.knownEntries(instance, owner, replayed === undefined ? [...unread.keys()] : undefined);
  const storedCounts = countsOf(stored.map(({ fingerprint }) => fingerprint));
  if (replayed !== undefined) unread = beyond(storedCounts, sumOf([read, replayed]));
  const unique = new Map(stored.map((entry) => [entry.fingerprint, entry]));
  const candidates = [...unique.values()].flatMap((entry) =>
    Array.from({ length: unread.get(entry.fingerprint) ?? 0 }, () => entry),
  );
  const byName = Map.groupBy(candidates, ({ identity, documentId }) => identity ?? nameOf(documentId));
  const isAtEnd = pages.at(-1)?.nextCursor === undefined;
  return [...fresh].flatMap(([fingerprint, count]) => {
    const [body = {}] = bodies.get(fingerprint) ?? [];
    const identity = entryIdentity(body);
    const documentId = typeof body["documentId"] === "string" ? body["documentId"] : undefined;
    const found: Rerendered[] = [];
    for (const name of isAtEnd ? [identity, nameOf(documentId)] : [identity]) {
      const taken = byName.get(name)?.splice(0, count - found.length) ?? [];
      found.push(...taken.map((entry) => ({ fingerprint, identity, documentId, before: entry.fingerprint })));
    }
    return found;
  });
}

/** Moves the counts of entries that are rendered differently to their new fingerprints. */
export function recounted(known: Counts, rendered: readonly Rerendered[]): Counts {
  const now = sumOf([known, countsOf(rendered.map(({ fingerprint }) => fingerprint))]);
  return beyond(now, countsOf(rendered.map(({ before }) => before)));
}

/** Names an entry by its document alone. */
const nameOf = (documentId: string | undefined): string => `document ${documentId ?? ""}`;
