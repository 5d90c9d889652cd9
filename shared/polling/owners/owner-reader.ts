import { CorruptItemError } from "../../kernel/errors.ts";
import { isJsonObject, type Json, json } from "../../kernel/json.ts";
import type { FeedReader, PassEnd, Step, Visit } from "../feed-reader.ts";
import { documentTimelinePass, isTimelineDue } from "./document-timeline.ts";
import { settleGoneOwner } from "./gone-owner.ts";
import { withJournalNews } from "./journal-news.ts";
import { type OwnerDocuments, ownerDocumentsOf } from "./owner-checkpoint.ts";
import type { DocumentsPassed, DocumentsStep, OwnerParts } from "./owner-parts.ts";
import { snapshotPass } from "./snapshot-pass.ts";
import { isSnapshotDue } from "./snapshot-state.ts";

/** What a feed's checkpoint holds of an owner. */
type Positions = { readonly journal: Json | undefined; readonly documents: OwnerDocuments };

/**
 * Reads an owner: at every visit its journal, and its snapshot or its document timeline when they are due. What the journal
 * found makes the owner dirty in the same write that counts it, so that no crash can lose the wish for a snapshot.
 */
export function createOwnerReader(parts: OwnerParts): FeedReader {
  return {
    async *read(visit) {
      const { feedId, owner, checkpoint } = visit.feed;
      if (owner === undefined) throw new CorruptItemError(`feed ${feedId} has no owner`);
      const start: Positions = {
        journal: isJsonObject(checkpoint) ? checkpoint["journal"] : undefined,
        documents: ownerDocumentsOf(checkpoint, feedId, parts.timings.snapshotPeriod),
      };
      const read = yield* readJournal(parts, visit, start);
      const { documents } = read.positions;
      if (read.end.outcome === "parked" && read.end.reason === "owner_gone")
        return settleGoneOwner(parts, visit, owner, documents, read.end);
      if (read.end.outcome !== "done") return read.end;
      const now = parts.clock.now();
      if (isSnapshotDue(documents, visit.feed, now))
        return yield* asSteps(read.positions, snapshotPass(parts, visit, owner, documents));
      if (isTimelineDue(documents, now, parts.timings))
        return yield* asSteps(read.positions, documentTimelinePass(parts, visit, owner, documents));
      return read.end;
    },
  };
}

async function* readJournal(
  { journal }: OwnerParts,
  visit: Visit,
  start: Positions,
): AsyncGenerator<Step, { readonly positions: Positions; readonly end: PassEnd }, undefined> {
  let positions = start;
  const steps = journal.read(visit);
  for (;;) {
    const next = await steps.next();
    if (next.done === true) return { positions, end: next.value };
    const step = next.value;
    const { checkpoint, found = [] } = step;
    const { documents } = positions;
    positions = {
      journal: isJsonObject(checkpoint) ? checkpoint["journal"] : undefined,
      documents: { ...documents, snapshot: withJournalNews(documents.snapshot, found) },
    };
    const { activity } = step;
    yield {
      observe: () => step.observe(),
      checkpoint: stored(positions),
      ...(activity !== undefined && { activity }),
    };
  }
}

async function* asSteps(
  { journal }: Positions,
  passes: AsyncGenerator<DocumentsStep, DocumentsPassed, undefined>,
): AsyncGenerator<Step, PassEnd, undefined> {
  for (;;) {
    const next = await passes.next();
    if (next.done === true) return next.value.end;
    const { documents, changed } = next.value;
    yield {
      observe: () => Promise.resolve({ outcome: "observed", changed }),
      checkpoint: stored({ journal, documents }),
      // First contact with an owner ends with its first complete pass.
      drained: documents.snapshot.completedAt !== undefined,
    };
  }
}

function stored({ journal, documents }: Positions): Json {
  return json.parse({ ...(journal !== undefined && { journal }), ...JSON.parse(JSON.stringify(documents)) });
}
