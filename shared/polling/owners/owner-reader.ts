import { defined } from "../../kernel/defined.ts";
import { definedJson } from "../../kernel/defined-json.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { CorruptItemError } from "../../kernel/errors.ts";
import { isJsonObject, type Json, type JsonObject, json } from "../../kernel/json.ts";
import { replacementIn } from "../../mirror/documents/replacement.ts";
import type { JournalEntry } from "../../mirror/journal/journal-sink.ts";
import type { ReadOn } from "../documents/resolve-document.ts";
import {
  type FeedReader,
  type Incomplete,
  mapped,
  type PassEnd,
  type Position,
  type Step,
  stepAt,
  stepTo,
  type Visit,
} from "../feed-reader.ts";
import { sizeOf } from "../journal/fingerprint-counts.ts";
import { journalCheckpointOf } from "../journal/journal-checkpoint.ts";
import { journalLimits, readJournal } from "../journal/read-journal.ts";
import { documentTimelinePass, isTimelineDue } from "./document-timeline.ts";
import { withJournalNews } from "./journal-news.ts";
import { type OwnerDocuments, ownerDocumentsOf } from "./owner-checkpoint.ts";
import type { DocumentsPass, OwnerParts } from "./owner-parts.ts";
import { resolveGoneOwner, walkAskedFor } from "./prove-missing.ts";
import { snapshotPass } from "./snapshot-pass.ts";
import { isSnapshotDue } from "./snapshot-state.ts";

type Positions = { readonly journal: Json | undefined; readonly documents: OwnerDocuments };

/** The write that counts new journal entries also makes the owner dirty, so that no crash loses the due snapshot. */
export function createOwnerReader(parts: OwnerParts): FeedReader {
  return {
    async *read(visit) {
      const { feedId, owner, checkpoint } = visit.feed;
      if (owner === undefined) throw new CorruptItemError(`feed ${feedId} has no owner`);
      const start: Positions = {
        journal: isJsonObject(checkpoint) ? checkpoint["journal"] : undefined,
        documents: ownerDocumentsOf(checkpoint, feedId, parts.timings.snapshotPeriod),
      };
      const begun = yield* firstTurn(parts, visit, owner, start);
      if (begun.end?.outcome === "refused") return begun.end;
      const read = yield* followJournal(parts, visit, owner, begun.positions);
      const { documents } = read.positions;
      if (read.end.outcome === "parked" && read.end.reason === "owner_gone")
        return yield* leaveGoneOwner(parts, visit, owner, read.positions, read.end);
      // If no request was left for the journal, the snapshot's end counts.
      if (read.end.outcome === "yielded") return begun.end ?? read.end;
      if (read.end.outcome !== "done") return read.end;
      if (begun.end?.outcome === "failed") return begun.end;
      const now = parts.clock.now();
      const readOn = feedReadOn(visit, owner, read.positions.journal);
      if (isSnapshotDue(documents, visit.feed, now))
        return yield* asSteps(read.positions, snapshotPass(parts, { ...visit, readOn }, owner, documents));
      if (begun.end !== undefined) return begun.end;
      if (isTimelineDue(documents, now, parts.timings))
        return yield* asSteps(read.positions, documentTimelinePass(parts, { ...visit, readOn }, owner, documents));
      return read.end;
    },
  };
}

/**
 * Advances a snapshot by a page before the journal is read, if the last visit read the journal but no page. While
 * requests wait a long time for their turn, a visit has time for only one or two of them. If each visit began with the
 * journal, no snapshot would ever end. If each began with the snapshot, the journal would wait for the whole snapshot.
 * `end`: set if the snapshot can't continue now, or if it ended and requests another one.
 */
async function* firstTurn(
  parts: OwnerParts,
  visit: Visit,
  owner: Owner,
  { journal, documents: before }: Positions,
): AsyncGenerator<Step, { readonly positions: Positions; readonly end?: PassEnd }, undefined> {
  let documents = before;
  if (documents.snapshot.pass?.goesFirst !== true || visit.feed.failures > 0)
    return { positions: { journal, documents } };
  const steps = snapshotPass(parts, { ...visit, readOn: feedReadOn(visit, owner, journal) }, owner, before);
  for (;;) {
    const next = await steps.next();
    if (next.done === true)
      return { positions: { journal, documents }, ...(next.value.outcome !== "done" && { end: next.value }) };
    yield stepAt(next.value, (observed) => {
      documents = observed.documents;
      return positionOf({ journal, documents });
    });
    if (next.value.mayWait !== true) return { positions: { journal, documents } };
  }
}

async function* followJournal(
  { journal, mirror }: OwnerParts,
  visit: Visit,
  owner: Owner,
  start: Positions,
): AsyncGenerator<Step, { readonly positions: Positions; readonly end: PassEnd }, undefined> {
  let positions = start;
  const end = yield* mapped(journal.read(visit), async (step) => {
    const { found, observedChanges } = step;
    const { documents } = positions;
    positions = {
      journal: json.parse(step.journal),
      documents: { ...documents, snapshot: withJournalNews(documents.snapshot, found) },
    };
    const shared = sharedIn(found);
    // A visit that came from a `document` hint sends no further hints. If it did, the owners of one document would
    // request each other's polls forever.
    if (shared.length > 0 && visit.feed.drained && visit.feed.hint !== "document")
      await mirror.hintSharers(visit.feed.instance, owner, shared);
    const position = { ...positionOf(positions), observedChanges };
    return stepAt(step, () => position);
  });
  return { positions, end };
}

/**
 * The documents whose changes the source records once for each placement (docs/partner-api.md#one-entry-per-placement).
 * A move concerns only the owner's own placement.
 */
function sharedIn(found: readonly JournalEntry[]): readonly string[] {
  const ids = found.flatMap(({ body: { documentId, changedField } }) =>
    typeof documentId === "string" && changedField !== "FOLDER" ? [documentId] : [],
  );
  return [...new Set(ids)];
}

function asSteps({ journal }: Positions, pass: DocumentsPass): AsyncGenerator<Step, PassEnd, undefined> {
  let isFirst = true;
  return mapped(pass, (step) => {
    // Every visit reaches this step, whatever it read in the journal before.
    const opening = isFirst && { opening: true as const };
    isFirst = false;
    return stepAt({ ...step, ...opening }, ({ documents }) => positionOf({ journal, documents }));
  });
}

/** First contact with an owner ends with its first complete pass. */
function positionOf(positions: Positions): Position {
  return { checkpoint: stored(positions), drained: positions.documents.snapshot.completedAt !== undefined };
}

/** If the owner was never read, the mirror has nothing that was removed with it. */
async function* leaveGoneOwner(
  parts: OwnerParts,
  visit: Visit,
  owner: Owner,
  { journal, documents }: Positions,
  gone: PassEnd,
): AsyncGenerator<Step, PassEnd, undefined> {
  if (journal === undefined) return gone;
  const resolved = await resolveGoneOwner(parts, visit, owner, documents);
  if (typeof resolved !== "string") return resolved;
  // What the owner's lists last showed no longer counts: if the owner returns, every page is compared.
  const snapshot = { ...documents.snapshot, dirty: true, digests: [], pass: undefined };
  const requestsWalk = resolved === "unproven" ? walkAskedFor(visit.feed, owner) : undefined;
  yield stepTo({
    checkpoint: stored({ journal, documents: { ...documents, snapshot } }),
    ...defined({ requestsWalk }),
  });
  return gone;
}

function stored({ journal, documents }: Positions): Json {
  return definedJson({ journal, ...documents });
}

type Read = { readonly outcome: "ok"; readonly entries: readonly JsonObject[] } | Incomplete;

/**
 * Reads an owner's journal from its anchor without changing the checkpoint, because the entry for a document's change
 * may be newer than the visit's pass through the journal. Each reading begins after the calls that it answers.
 */
function feedReadOn(visit: Visit, owner: Owner, journal: Json | undefined): ReadOn {
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
      return { outcome: "ok", entries: [...bodies.values()].flat() };
  }
}
