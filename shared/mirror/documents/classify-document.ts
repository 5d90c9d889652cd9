import { isSpelledAlike } from "../../kernel/canonical-json.ts";
import type { DetectedBy, FieldChange } from "../../kernel/envelope.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { digestOf } from "../canonical-record.ts";
import { changesBetween, changesSince } from "../changes-between.ts";
import type { Fact, MirrorItem } from "../mirror-item.ts";
import { recordKey } from "../mirror-key.ts";
import { isLate, newItem, type Rise, respelled, risen } from "../next-item.ts";
import { changeTimeOf, changeTimesOf, sharedFields, storedBodyOf } from "../records/bodies.ts";
import { firstContactKind } from "../records/changed-item.ts";
import { askAgainAt, disagreementOf } from "../records/disagreement.ts";
import type { RecordRow } from "../records/record-observation.ts";
import type {
  DocumentClassification,
  DocumentContext,
  DocumentObservation,
  FetchedDocument,
} from "./document-observation.ts";
import { datedFacts, factsOfDocument, isContent } from "./facts-of-document.ts";
import type { DocumentNote, Replacement } from "./owner-read.ts";
import {
  listedFolderIn,
  mutable,
  ownerKeyOf,
  type Placement,
  placementAfter,
  placementOf,
  placementsIn,
  primaryOwnerIn,
  sameFolders,
} from "./placement.ts";
import { contentAtRead, contentVerdict, isUnpublished } from "./replacement.ts";

/**
 * If the row differs from the item, the document is read by id first. So a change that appears in several lists,
 * timelines and journals causes only one write.
 */
export function classifyDocument(
  item: MirrorItem | undefined,
  observation: DocumentObservation,
  context: DocumentContext,
): DocumentClassification {
  const { fetched } = observation;
  if (fetched === "gone") return { classification: "same" };
  if (item === undefined) {
    // A first pass reads no new document by id, because an instance may hold a million documents.
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
  const changes = changesOf(item, observation.row, fetched);
  const content = contentVerdict(item, fetched, {
    differs: changes.some(isContent),
    noted: notedReplacement(observation),
    readOn: observation.readOn,
  });
  if (content.verdict === "readOn" || content.verdict === "behind") return { classification: content.verdict };
  const replaced = content.verdict === "replaced";
  const facts = factsOfDocument({ before: silent ? placement : before, after: placement, changes, replaced });
  const next = nextItem(item, observation.row, fetched, placement, context);
  if (facts.length === 0) return { classification: "touched", item: next };
  const recorded = { ...next, ...(replaced && { contentAt: content.contentAt }) };
  const entry = entryOf(item, next, observation, facts, replaced ? content.entry : undefined);
  const risenItem = risen(item, recorded, context, entry);
  // The journal may have recorded a later replacement, which a later pass publishes.
  const isBehind = isReplaced(risenItem, observation);
  return { classification: "changed", item: risenItem, ...(isBehind && { isBehind }) };
}

/**
 * For a document that was read by id alone. Only its fields can change here; its placements depend on its owners'
 * lists. Undefined if there is nothing to write, or if this read can't decide: the item is removed, may be gone, or may
 * be newer than the read.
 */
export function rereadDocument(
  item: MirrorItem,
  fetched: FetchedDocument,
  context: DocumentContext,
): { readonly classification: "touched" | "changed"; readonly item: MirrorItem } | undefined {
  const isSettling = item.state === "deleted" || item.missingAt !== undefined;
  if (isSettling || isLate(item, fetched.moment, context)) return undefined;
  const placing = placementOf(item);
  const next = nextItem(item, undefined, fetched, placing, context);
  if (item.full?.digest === next.full?.digest) return undefined;
  const changes = changesOf(item, undefined, fetched);
  const facts = factsOfDocument({ before: placing, after: placing, changes, replaced: false });
  if (facts.length === 0) return { classification: "touched", item: next };
  const replaced = facts.some(({ type }) => type === "document.content_replaced");
  // The journal also records the replacement. Its entries up to this time count as published.
  const contentAt = replaced ? contentAtRead(item, fetched.moment) : item.contentAt;
  const entry = entryOf(item, next, { note: undefined, detectedBy: "scrub" }, facts, undefined);
  return { classification: "changed", item: risen(item, { ...next, contentAt }, context, entry) };
}

/**
 * Decides without a read by id if the row's content is unchanged, and its placement is stored or, in a first pass, new
 * only to the mirror.
 */
function classifyListed(
  item: MirrorItem,
  observation: DocumentObservation,
  context: DocumentContext,
): DocumentClassification {
  const { row, owner, draining, moment, note } = observation;
  const late = isLate(item, moment, context);
  if (row === undefined || item.state === "deleted" || item.missingAt !== undefined) return { classification: "fetch" };
  // If new content has the same size, a list doesn't show that the content was replaced. After a recorded deletion, the
  // list may be old, or show another placement of the document.
  if (isReplaced(item, observation) || note?.deleted !== undefined) return { classification: "fetch" };
  const isEqual =
    item.lean?.digest === digestOf("document", row.body) &&
    changeTimeOf(changeTimesOf(row.body)) === changeTimeOf(item);
  const { disagreement } = item;
  const isDue = disagreement !== undefined && askAgainAt(disagreement) <= context.now;
  if (!isEqual || isDue) return { classification: "fetch" };
  const { placements } = placementOf(item);
  const folder = listedFolderIn(row.body);
  const folders = [folder];
  const entry = placements[ownerKeyOf(owner)];
  // A list shows only one of a document's folders. If a pass had to read by id every document that is in two folders,
  // the pass might never end.
  const isShown =
    entry !== undefined && (sameFolders(entry, folders) || (note === undefined && entry.includes(folder)));
  if (isShown) {
    const respelled = late ? undefined : respelledDocument(item, row.body);
    return respelled === undefined ? { classification: "same" } : { classification: "touched", item: respelled };
  }
  if (!draining || entry !== undefined || late) return { classification: "fetch" };
  const entered = mutable({ ...placements, [ownerKeyOf(owner)]: folders });
  return { classification: "touched", item: { ...item, asOf: Math.max(item.asOf, moment.asOf), placements: entered } };
}

/**
 * Undefined if the spelling hasn't changed, or if no complete row is stored. Lists of several owners show different
 * placements, so the stored placement fields are kept.
 */
function respelledDocument(item: MirrorItem, row: JsonObject): MirrorItem | undefined {
  const { lean, full } = item;
  if (lean === undefined || lean.omitted !== undefined) return undefined;
  const [before, now] = [withoutPlace(lean.body), withoutPlace(row)];
  if (isSpelledAlike(before, now)) return undefined;
  const place = Object.entries(lean.body).filter(([field]) => placeFields.includes(field));
  return {
    ...item,
    lean: storedBodyOf("document", { ...now, ...Object.fromEntries(place) }),
    full: full && { ...full, body: respelled(full.body, before, now) },
  };
}

const placeFields = ["entityType", "entityId", "folderId", "placements"];

function withoutPlace(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !placeFields.includes(field)));
}

function isReplaced(item: MirrorItem, observation: DocumentObservation): boolean {
  const noted = notedReplacement(observation);
  return noted !== undefined && isUnpublished(item, noted);
}

function notedReplacement({ note }: DocumentObservation): Replacement | undefined {
  return note?.replacedAt === undefined ? undefined : { at: note.replacedAt, size: note.replacedSize };
}

/**
 * Before the first read by id, only the fields that lists show are compared. A field that only that first read shows
 * doesn't count as changed, because its earlier value is unknown.
 */
function changesOf({ lean, full }: MirrorItem, row: RecordRow | undefined, { body }: FetchedDocument): FieldChange[] {
  if (full !== undefined) return changesSince("document", full, { from: full.body, to: body });
  const before = lean?.body ?? {};
  if (row === undefined) return changesBetween("document", ...sharedFields(before, body));
  const listed = Object.entries({ ...row.body, ...body }).filter(([field]) => field in before || field in row.body);
  return changesBetween("document", before, Object.fromEntries(listed));
}

function nextItem(
  item: MirrorItem,
  row: RecordRow | undefined,
  fetched: FetchedDocument,
  placement: Placement,
  { now }: DocumentContext,
): MirrorItem {
  const lean = row === undefined ? item.lean : storedBodyOf("document", row.body);
  return {
    ...item,
    state: "live",
    asOf: Math.max(item.asOf, fetched.moment.asOf),
    ...changeTimesOf(fetched.body),
    lean,
    full: storedBodyOf("document", fetched.body),
    disagreement:
      lean?.omitted === undefined
        ? disagreementOf("document", { lean: lean?.body, full: fetched.body }, item, now)
        : item.disagreement,
    owner: placement.primary,
    placements: mutable(placement.placements),
    missingAt: undefined,
  };
}

function entryOf(
  item: MirrorItem,
  next: MirrorItem,
  { note, detectedBy }: { readonly note: DocumentNote | undefined; readonly detectedBy: DetectedBy },
  facts: Fact[],
  replacement: Replacement | undefined,
): Rise {
  const time = changeTimeOf(next);
  const modified = time === changeTimeOf(item) ? undefined : time;
  const dated = datedFacts(facts, { modified, replacement, deleted: note?.deleted });
  const isRecorded = note !== undefined || replacement !== undefined;
  return { detectedBy: isRecorded ? "journal" : detectedBy, ...dated };
}

function restored(
  item: MirrorItem,
  observation: DocumentObservation,
  fetched: FetchedDocument,
  context: DocumentContext,
): MirrorItem {
  const placement = firstPlacement(observation, fetched);
  const living = { ...nextItem(item, observation.row, fetched, placement, context), expiresAt: undefined };
  const facts: Fact[] = [{ type: "document.restored", key: "", owner: placement.primary }];
  return risen(item, living, context, { detectedBy: observation.detectedBy, facts });
}

export function firstDocument(observation: DocumentObservation, context: DocumentContext): MirrorItem {
  const { id, row, moment, draining, baseline, detectedBy, note } = observation;
  const fetched = observation.fetched === "gone" ? undefined : observation.fetched;
  const body = fetched?.body ?? row?.body ?? {};
  const times = changeTimesOf(body);
  const { primary, placements } = firstPlacement(observation, fetched);
  const kind = draining && baseline ? firstContactKind(times, context.connectedAt) : "created";
  const type = kind === "updated" ? "document.updated" : "document.created";
  const rise: Rise = {
    timestamp: kind === "updated" ? changeTimeOf(times) : times.created,
    detectedBy: note === undefined ? detectedBy : "journal",
    facts: [{ type, key: "", owner: primary }],
    ...(kind === "baseline" && { baseline: true }),
    ...(kind === "updated" && { changesUnknown: true }),
  };
  const { asOf, beganAt } = fetched?.moment ?? moment;
  const item = {
    ...recordKey(context.instance, "document", id),
    instance: context.instance,
    resource: "document" as const,
    id,
    asOf,
    ...times,
    lean: storedBodyOf("document", row?.body),
    full: storedBodyOf("document", fetched?.body),
    disagreement: disagreementOf("document", { lean: row?.body, full: fetched?.body }, undefined, context.now),
    owner: primary,
    placements: mutable(placements),
    // The response may lack a replacement from the last `anchorLag` ms, so such a replacement doesn't count as
    // published.
    contentAt: Math.max(beganAt - context.anchorLag, note?.replacedAt ?? 0),
    rev: 1,
  };
  return newItem(item, context, rise);
}

function firstPlacement({ owner, row }: DocumentObservation, fetched: FetchedDocument | undefined): Placement {
  const primary = primaryOwnerIn(fetched?.body ?? row?.body ?? {}) ?? owner;
  const shown = fetched && placementsIn(fetched.body);
  const listed = { [ownerKeyOf(owner)]: [row === undefined ? "" : listedFolderIn(row.body)] };
  return { primary, placements: { ...listed, ...shown } };
}
