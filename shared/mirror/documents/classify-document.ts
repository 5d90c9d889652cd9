import type { FieldChange } from "../../kernel/envelope.ts";
import { changesBetween } from "../changes-between.ts";
import { changesSince } from "../cut-projection.ts";
import { digestOf } from "../digest-of.ts";
import type { ChangeLogEntry, Fact, MirrorItem } from "../mirror-item.ts";
import { risen } from "../records/next-item.ts";
import { changeTimeOf, changeTimesOf, projectionOf, sharedFields } from "../records/projections.ts";
import type {
  DocumentClassification,
  DocumentContext,
  DocumentObservation,
  FetchedDocument,
} from "./document-observation.ts";
import { factsOfDocument } from "./facts-of-document.ts";
import { firstDocument, firstPlacement } from "./first-document.ts";
import { listedFolderIn, mutable, ownerKeyOf, type Placement, placementOf, sameFolders } from "./placement.ts";
import { placementAfter } from "./placement-after.ts";

/** The step (ms) of the server's clock: its `Date` has whole seconds. */
const dateStep = 1_000;

/**
 * Decides what a document in an owner's list means for the item that stands. Whatever differs from it is read by id first:
 * then lists of several owners, timelines and journals that show the same change lead to one write. Pure.
 */
export function classifyDocument(
  item: MirrorItem | undefined,
  observation: DocumentObservation,
  context: DocumentContext,
): DocumentClassification {
  const { fetched } = observation;
  if (fetched === "gone") return { classification: "same" };
  if (item === undefined) {
    // First passes make no reads by id: an instance may hold a million documents.
    if (!observation.draining && fetched === undefined) return { classification: "fetch" };
    return { classification: "changed", item: firstDocument(observation, context) };
  }
  if (fetched === undefined) return classifyListed(item, observation, context);
  if (item.state === "deleted")
    return { classification: "changed", item: restored(item, observation, fetched, context) };
  const before = placementOf(item);
  const after = placementAfter(before, observation, fetched);
  if (after.outcome === "askPrevious") return { classification: "askPrevious", previous: after.previous };
  const { placement, silent } = after;
  const replaced = isReplaced(item, observation);
  const changes = changesOf(item, observation, fetched);
  const facts = factsOfDocument({ before: silent ? placement : before, after: placement, changes, replaced });
  const next = nextItem(item, observation, fetched, placement);
  if (facts.length === 0) return { classification: "touched", item: next };
  const content = facts.some(({ type }) => type === "document.content_replaced");
  const recorded = { ...next, ...(content && { contentAt: contentAtAfter(item, observation, fetched) }) };
  return { classification: "changed", item: risen(item, recorded, context, entryOf(item, next, observation, facts)) };
}

/** Decides without a read by id where it can: a row as before, or a placement that a first pass finds and is only new to us. */
function classifyListed(
  item: MirrorItem,
  observation: DocumentObservation,
  context: DocumentContext,
): DocumentClassification {
  const { row, owner, draining, moment, note } = observation;
  const late = moment.beganAt < item.asOf + context.lateReadMargin;
  if (row === undefined || item.state === "deleted" || item.missingAt !== undefined || isReplaced(item, observation))
    return { classification: "fetch" };
  const isEqual =
    item.lean?.digest === digestOf("document", row.body) &&
    changeTimeOf(changeTimesOf(row.body)) === changeTimeOf(item);
  if (!isEqual) return { classification: "fetch" };
  const { placements } = placementOf(item);
  const folder = listedFolderIn(row.body);
  const folders = [folder];
  const entry = placements[ownerKeyOf(owner)];
  // A list shows one of a document's folders. Were each that stands in two read by id at every pass, the pass might never end.
  const isShown = entry !== undefined && (sameFolders(entry, folders) || (note === undefined && entry.includes(folder)));
  if (isShown) return { classification: "same" };
  if (!draining || entry !== undefined || late) return { classification: "fetch" };
  const entered = mutable({ ...placements, [ownerKeyOf(owner)]: folders });
  return { classification: "touched", item: { ...item, asOf: Math.max(item.asOf, moment.asOf), placements: entered } };
}

/** Whether the journal recorded a replacement that the change log doesn't have yet. */
function isReplaced({ contentAt = 0 }: MirrorItem, { note }: DocumentObservation): boolean {
  return note?.replacedAt !== undefined && note.replacedAt > contentAt;
}

/**
 * Up to when replacements are in the change log. The journal records a replacement that was found by its size as well, at
 * a time up to a second above `asOf`: that entry mustn't make a second event.
 */
function contentAtAfter(
  { contentAt = 0 }: MirrorItem,
  { note }: DocumentObservation,
  { moment }: FetchedDocument,
): number {
  const until = note?.replacedAt === undefined ? moment.asOf + dateStep : Math.max(note.replacedAt, moment.beganAt);
  return Math.max(contentAt, until);
}

/**
 * Compares like with like. As long as no read by id is stored, only fields that lists show are compared: nobody knows
 * what a read by id would have shown besides, so the first appearance of another field is no change.
 */
function changesOf({ lean, full }: MirrorItem, { row }: DocumentObservation, { body }: FetchedDocument): FieldChange[] {
  if (full !== undefined) return changesSince("document", full, { from: full.body, to: body });
  const before = lean?.body ?? {};
  if (row === undefined) return changesBetween("document", ...sharedFields(before, body));
  const listed = Object.entries({ ...row.body, ...body }).filter(([field]) => field in before || field in row.body);
  return changesBetween("document", before, Object.fromEntries(listed));
}

function nextItem(
  item: MirrorItem,
  observation: DocumentObservation,
  fetched: FetchedDocument,
  placement: Placement,
): MirrorItem {
  return {
    ...item,
    state: "live",
    asOf: Math.max(item.asOf, fetched.moment.asOf),
    ...changeTimesOf(fetched.body),
    lean: observation.row === undefined ? item.lean : projectionOf("document", observation.row.body),
    full: projectionOf("document", fetched.body),
    owner: placement.primary,
    placements: mutable(placement.placements),
    missingAt: undefined,
  };
}

function entryOf(
  item: MirrorItem,
  next: MirrorItem,
  { note, detectedBy }: DocumentObservation,
  facts: Fact[],
): Omit<ChangeLogEntry, "seq" | "observedAt"> {
  const time = changeTimeOf(next);
  // Only a rename moves the source's change time (docs/partner-api.md#document-timeline); when content was replaced,
  // the journal says.
  const replacedAlone = facts.every(({ type }) => type === "document.content_replaced") && note?.replacedAt;
  const timestamp = replacedAlone ? new Date(replacedAlone).toISOString() : time;
  const isKnown = replacedAlone || time !== changeTimeOf(item);
  return { detectedBy: note === undefined ? detectedBy : "journal", facts, ...(isKnown && { timestamp }) };
}

function restored(
  item: MirrorItem,
  observation: DocumentObservation,
  fetched: FetchedDocument,
  context: DocumentContext,
): MirrorItem {
  const placement = firstPlacement(observation, fetched);
  const living = { ...nextItem(item, observation, fetched, placement), expiresAt: undefined };
  const facts: Fact[] = [{ type: "document.restored", key: "", owner: placement.primary }];
  return risen(item, living, context, { detectedBy: observation.detectedBy, facts });
}
