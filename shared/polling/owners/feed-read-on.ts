import type { Owner } from "../../kernel/envelope.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";
import { replacementIn } from "../../mirror/documents/replacement.ts";
import type { Visit } from "../feed-reader.ts";
import { sizeOf } from "../journal/fingerprint-counts.ts";
import { journalCheckpointOf } from "../journal/journal-checkpoint.ts";
import { journalLimits } from "../journal/journal-limits.ts";
import { readJournal } from "../journal/read-journal.ts";
import type { Incomplete } from "../observe/observed.ts";
import type { ReadOn } from "../observe/resolve-document.ts";

type Read = { readonly outcome: "read"; readonly entries: readonly JsonObject[] } | Incomplete;

/**
 * Reads an owner's change feed from its anchor without changing its checkpoint. If a document shows a change before its
 * entry was read, the feed's newer entries explain it. Each reading begins after all the questions that it answers.
 */
export function feedReadOn(visit: Visit, owner: Owner, journal: Json | undefined): ReadOn {
  let current: Promise<Read> | undefined;
  let next: Promise<Read> | undefined;
  const start = (): Promise<Read> => {
    next = undefined;
    current = readSince(visit, owner, journal).finally(() => {
      current = undefined;
    });
    return current;
  };
  return async (documentId) => {
    next = current === undefined ? undefined : (next ?? current.then(start));
    const read = await (next ?? start());
    if (read.outcome === "incomplete") return read;
    return read.entries.flatMap((entry) => (entry["documentId"] === documentId ? (replacementIn(entry) ?? []) : []));
  };
}

async function readSince({ source, feed, beganAt }: Visit, owner: Owner, journal: Json | undefined): Promise<Read> {
  const { feedId } = feed;
  const { ring, anchor } = journalCheckpointOf(journal === undefined ? undefined : { journal }, feedId, beganAt);
  const { bodies, end } = await readJournal(source, {
    owner,
    limits: journalLimits,
    from: ring[anchor]?.cursor ?? null,
    large: true,
    // No entry counts as new here.
    known: (fingerprints) => new Map(fingerprints.map((fingerprint) => [fingerprint, Number.MAX_SAFE_INTEGER])),
    enough: (read) => sizeOf(read) > journalLimits.replayed,
  });
  switch (end.outcome) {
    case "yielded":
      return { outcome: "incomplete", reason: "exhausted" };
    case "refused":
      return { outcome: "incomplete", reason: "refused" };
    case "failed":
      return { outcome: "incomplete", reason: "unavailable" };
    default:
      return { outcome: "read", entries: [...bodies.values()].flat() };
  }
}
