import type { Owner } from "../../kernel/envelope.ts";
import { ContentionError } from "../../kernel/errors.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { CompletedPass, DocumentCandidate, MissingDocuments } from "../../polling/owners/owner-mirror.ts";
import { proofState } from "../../polling/removals/removal-proof.ts";
import { pathOf } from "../../source/path-of.ts";
import type { MirrorItem } from "../mirror-item.ts";
import { classifyDocument } from "./classify-document.ts";
import type { DocumentContext } from "./document-observation.ts";
import type { DocumentSink } from "./document-sink.ts";
import { isSameOwner, ownerKeyOf, placementOf } from "./placement.ts";
import type { UnderOwner } from "./placement-rows.ts";
import { removedDocument, unplacedDocument } from "./removed-document.ts";
import { type DocumentWriteParts, writeDocument } from "./write-document.ts";

export type MissingDocumentsParts = DocumentWriteParts & {
  readonly sink: Pick<DocumentSink, "find" | "contextOf">;
  readonly timings: Pick<Timings, "confirmGap" | "tombstoneRetention">;
};

/**
 * What the mirror has under an owner and a completed pass didn't show. Under any but the document's primary owner that ends
 * the placement and says nothing of the document (hazards 49, 52); with the primary owner the document is a candidate for
 * a removal, and its item keeps how far the proof is. Undefined where nobody knows the instance.
 */
export async function missingDocuments(
  parts: MissingDocumentsParts,
  pass: CompletedPass,
): Promise<MissingDocuments | undefined> {
  const { instance, owner, seen } = pass;
  const under = (await parts.rows.under(instance, owner)).filter(
    ({ documentId, since }) => !seen.has(documentId) && since < pass.beganAt,
  );
  if (under.length === 0) return { candidates: [], unplaced: 0 };
  const context = await parts.sink.contextOf(instance);
  if (context === undefined) return undefined;
  const ids = under.map(({ documentId }) => documentId);
  const items = await parts.sink.find(instance, ids);
  const candidates: DocumentCandidate[] = [];
  let unplaced = 0;
  for (const [position, row] of under.entries()) {
    const item = items[position];
    if (item === undefined || item.state === "deleted" || !isUnder(item, owner)) {
      // A row is put just before its item, so the item of a fresh row may still be on its way.
      if (row.since < pass.beganAt - parts.timings.confirmGap) await parts.rows.dropUnder(instance, owner, row);
    } else if (!isSameOwner(placementOf(item).primary, owner)) {
      // It can't be asked whether it still has the placement, and a row without a readable id may be the document.
      if (pass.unidentified > 0) continue;
      await write(parts, pass, item, unplacedDocument(item, pass, context));
      unplaced += 1;
    } else candidates.push(candidateOf(parts, pass, context, item, row));
  }
  return { candidates, unplaced };
}

/** Whether the owner holds the document; its primary owner does, though its own list may not have shown it yet. */
function isUnder(item: MirrorItem, owner: Owner): boolean {
  const { primary, placements } = placementOf(item);
  return isSameOwner(primary, owner) || placements[ownerKeyOf(owner)] !== undefined;
}

function candidateOf(
  parts: MissingDocumentsParts,
  pass: CompletedPass,
  context: DocumentContext,
  item: MirrorItem,
  row: UnderOwner,
): DocumentCandidate {
  const { id, missingAt } = item;
  const { confirmGap } = parts.timings;
  const { owner, draining, baseline, notes } = pass;
  const note = notes[id];
  return {
    id,
    path: pathOf("document", id),
    missing: proofState(missingAt, { now: context.now, confirmGap }) !== "suspected",
    missingAt,
    recorded: pass.cascade || note?.deleted !== undefined,
    noteMissing: () => write(parts, pass, item, { ...item, missingAt: context.now }),
    // It went to another owner, or its list left it out: the document itself says which.
    notePresent: async ({ body }, moment) => {
      const observed = { owner, id, row: undefined, moment, detectedBy: "snapshot", draining, baseline, note } as const;
      const classified = classifyDocument(item, { ...observed, fetched: { body, moment } }, context);
      const { classification } = classified;
      if (classification === "changed" || classification === "touched") await write(parts, pass, item, classified.item);
      return { outcome: "observed", changed: classification === "changed" ? 1 : 0 };
    },
    drop: () => Promise.resolve(),
    forget: () => {
      const forgotten = { ...item };
      delete forgotten.missingAt;
      return write(parts, pass, item, forgotten);
    },
    noteRemoved: async (moment) => {
      const retention = parts.timings.tombstoneRetention;
      await write(parts, pass, item, removedDocument(item, pass, moment, { ...context, retention }));
      await parts.rows.dropUnder(pass.instance, owner, row);
    },
  };
}

/** Throws ContentionError where another worker wrote the document meanwhile: the pass is then concluded again. */
async function write(
  parts: DocumentWriteParts,
  { owner }: CompletedPass,
  previous: MirrorItem,
  next: MirrorItem,
): Promise<void> {
  const outcome = await writeDocument(parts, previous, next, owner);
  if (outcome === "conflict")
    throw new ContentionError(`document ${next.id} of ${next.instance} was changed by another worker`);
}
