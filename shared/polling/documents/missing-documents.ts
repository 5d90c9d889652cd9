import type { Owner } from "../../kernel/envelope.ts";
import { ContentionError } from "../../kernel/errors.ts";
import type { DocumentObservation } from "../../mirror/documents/document-observation.ts";
import type { CompletedPass } from "../../mirror/documents/owner-read.ts";
import { isSameOwner, ownerKeyOf, placementOf } from "../../mirror/documents/placement.ts";
import type { UnderOwner } from "../../mirror/documents/placement-rows.ts";
import { removedDocument, unplacedDocument } from "../../mirror/documents/removed-document.ts";
import { type DocumentWriteParts, writeDocument } from "../../mirror/documents/write-document.ts";
import { findItems, type MirrorItem } from "../../mirror/mirror-item.ts";
import { pathOf } from "../../source/path-of.ts";
import type { Source } from "../../source/source.ts";
import { type Incomplete } from "../feed-reader.ts";
import { type ContextParts, contextOf } from "../observe/observed.ts";
import { type Candidate, proofState } from "../removals/removal-proof.ts";
import { unanswered } from "../rows/check-witness.ts";
import { FormerOwnerLists } from "./former-owner-lists.ts";
import { type ReadOn, type ResolveDocumentParts, resolveDocument } from "./resolve-document.ts";

/**
 * `changed`: the number of changes to other owners' documents that this owner's list no longer shows. `open`: the ids
 * of documents that can't be handled yet. For example, if another owner's document seems to be gone, the list of its
 * primary owner decides.
 */
export type MissingDocuments = {
  readonly candidates: readonly Candidate[];
  readonly changed: number;
  readonly open: ReadonlySet<string>;
};

export type MissingDocumentsParts = DocumentWriteParts &
  ContextParts & {
    readonly unfound: ResolveDocumentParts["unfound"];
  };

/**
 * If another owner is a missing document's primary owner, the document's placement under this owner ends, unless the
 * document still shows the placement or is gone itself (hazards 49, 52). If this owner is the primary one, the document
 * is a candidate for removal.
 */
export async function missingDocuments(
  parts: MissingDocumentsParts,
  pass: CompletedPass & { readonly readOn?: ReadOn },
  source: Source,
): Promise<MissingDocuments | Incomplete> {
  const { instance, owner, seen } = pass;
  const under = (await parts.rows.under(instance, owner)).filter(
    ({ documentId, since }) => !seen.has(documentId) && since < pass.beganAt,
  );
  if (under.length === 0) return { candidates: [], changed: 0, open: new Set() };
  const context = await contextOf(parts, instance);
  if (context === undefined) return { outcome: "incomplete", reason: "refused" };
  const ids = under.map(({ documentId }) => documentId);
  const items = await findItems(parts.mirror, instance, "document", ids);
  const formerOwners = new FormerOwnerLists(source, ids);
  const asking = { source, context, formerOwners, unfound: parts.unfound, readOn: pass.readOn };
  const candidates: Candidate[] = [];
  const open = new Set<string>();
  let changed = 0;
  for (const [position, row] of under.entries()) {
    const item = items[position];
    if (item === undefined || item.state === "deleted" || !isUnder(item, owner)) {
      // The row of a placement is written just before the document's item, so a new row's item might not exist yet.
      if (row.since < pass.beganAt - parts.timings.confirmGap) await parts.rows.dropUnder(instance, owner, row);
    } else if (!isSameOwner(placementOf(item).primary, owner)) {
      // A listed row without a readable id may be this document, and the document itself might not name its placements.
      if (pass.unidentified > 0) continue;
      const unplaced = await unplace(parts, pass, item, asking);
      if (unplaced.outcome === "incomplete") return unplaced;
      changed += unplaced.changed;
      if (unplaced.open) open.add(item.id);
    } else candidates.push(candidateOf(parts, pass, asking, { item, row, keepOpen: () => open.add(item.id) }));
  }
  return { candidates, changed, open };
}

/** Whether the owner has the document. The primary owner has it even if its own list hasn't shown it yet. */
function isUnder(item: MirrorItem, owner: Owner): boolean {
  const { primary, placements } = placementOf(item);
  return isSameOwner(primary, owner) || placements[ownerKeyOf(owner)] !== undefined;
}

/**
 * After this time (ms), a missing document's placement ends even if the primary owner's list doesn't show the document,
 * because that list may be unreadable.
 */
const longestDoubt = 86_400_000;

/**
 * Decides about the placement of another owner's document under this owner. If the document can be read, what it shows
 * decides. Otherwise, the placement ends if the primary owner's list shows the document, or once `longestDoubt` has
 * passed since the document was noted as missing. Until then, the primary owner is marked dirty, because its next
 * snapshot removes the document if it is gone.
 */
async function unplace(
  parts: MissingDocumentsParts,
  pass: CompletedPass,
  item: MirrorItem,
  asking: ResolveDocumentParts,
): Promise<{ readonly outcome: "observed"; readonly changed: number; readonly open: boolean } | Incomplete> {
  const { context, formerOwners } = asking;
  const { primary } = placementOf(item);
  const resolved = await resolveDocument(item, missingFrom(pass, item), asking);
  switch (resolved.resolution) {
    case "incomplete":
      if (resolved.unanswered !== true) return { outcome: "incomplete", reason: resolved.reason };
      return { outcome: "observed", changed: 0, open: true };
    case "touched":
    case "changed": {
      // If this owner is gone, so is the placement under it, whatever the document still shows.
      const isStale = pass.cascade && isUnder(resolved.item, pass.owner);
      await write(parts, pass, item, isStale ? unplacedDocument(item, pass, context) : resolved.item);
      return { outcome: "observed", changed: isStale || resolved.resolution === "changed" ? 1 : 0, open: false };
    }
    case "behind":
      return { outcome: "observed", changed: 0, open: true };
    default: {
      const holds = await formerOwners.holds(primary, item.id);
      if (typeof holds !== "boolean" && holds.outcome !== "badRequest")
        return { outcome: "incomplete", reason: unanswered(holds) };
      const { missingAt = context.now } = item;
      if (holds === true || context.now - missingAt >= longestDoubt) {
        await write(parts, pass, item, unplacedDocument(item, pass, context));
        return { outcome: "observed", changed: 1, open: false };
      }
      await parts.dirty.markDirty(pass.instance, [primary]);
      if (item.missingAt === undefined) await write(parts, pass, item, { ...item, missingAt });
      return { outcome: "observed", changed: 0, open: true };
    }
  }
}

/** The observation that a complete list of the owner's documents doesn't show the document. */
function missingFrom(
  { owner, draining, baseline, notes, beganAt }: CompletedPass,
  { id }: MirrorItem,
): DocumentObservation {
  const moment = { beganAt, asOf: 0 };
  return { owner, id, row: undefined, moment, detectedBy: "snapshot", draining, baseline, note: notes[id] };
}

function candidateOf(
  parts: MissingDocumentsParts,
  pass: CompletedPass,
  asking: ResolveDocumentParts,
  { item, row, keepOpen }: { readonly item: MirrorItem; readonly row: UnderOwner; readonly keepOpen: () => void },
): Candidate {
  const { id, missingAt } = item;
  const { confirmGap } = parts.timings;
  const { context } = asking;
  const recorded = pass.cascade || pass.notes[id]?.deleted !== undefined;
  const state = proofState(missingAt, { now: context.now, confirmGap });
  // Unless the removal is recorded, the second request is made only in a pass that began after the first request. So a
  // complete list is read between the two requests.
  const isEarly = state === "due" && !recorded && missingAt !== undefined && missingAt >= pass.beganAt;
  return {
    id,
    path: pathOf("document", id),
    state: isEarly ? "missing" : state,
    missingAt,
    recorded,
    noteMissing: () => write(parts, pass, item, { ...item, missingAt: context.now }),
    // The document moved to another owner, or this owner's list left it out. The document itself shows which.
    notePresent: async ({ body }, moment) => {
      const observed = { ...missingFrom(pass, item), moment, fetched: { body, moment } };
      const resolved = await resolveDocument(item, observed, asking);
      if (resolved.resolution === "incomplete") return { outcome: "incomplete", reason: resolved.reason };
      const { resolution } = resolved;
      if (resolution === "behind") keepOpen();
      if (resolution === "changed" || resolution === "touched") await write(parts, pass, item, resolved.item);
      return { outcome: "observed", changed: resolution === "changed" ? 1 : 0 };
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
      await parts.rows.dropUnder(pass.instance, pass.owner, row);
    },
  };
}

/** Throws ContentionError if another worker has written the document. The end of the pass is then repeated. */
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
