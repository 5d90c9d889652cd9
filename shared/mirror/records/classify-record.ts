import { defined } from "../../kernel/defined.ts";
import type { FieldChange } from "../../kernel/envelope.ts";
import { changesBetween } from "../changes-between.ts";
import { changesSince } from "../cut-projection.ts";
import type { MirrorItem } from "../mirror-item.ts";
import { type Likeness, likenessOf } from "../same-content.ts";
import { askAgainAt, disagreementOf } from "./disagreement.ts";
import { statusesToLearn } from "./facts-of.ts";
import { firstItem } from "./first-item.ts";
import { changedItem, respelledItem, restoredItem, type Seen, touchedItem } from "./next-item.ts";
import { bodiesOf, changeTimeOf, changeTimesOf, recordBody, sharedFields } from "./projections.ts";
import type { Classification, ClassifyContext, RecordObservation } from "./record-observation.ts";

/**
 * Decides what an observation means for the stored item. Equal content is no change, however often it is read
 * (docs/architecture.md#one-change-one-identity). Pure: if the source must be asked, the classification says so, and
 * the next call brings the response.
 */
export function classifyRecord(
  item: MirrorItem | undefined,
  observation: RecordObservation,
  context: ClassifyContext,
): Classification {
  const { fetched, projection } = observation;
  if (item === undefined) {
    // First contact reads no new record by id, because an instance may hold a million records.
    const lacksFull = projection === "lean" && !observation.draining && fetched === undefined;
    return lacksFull
      ? { classification: "fetch", why: "new" }
      : { classification: "changed", item: firstItem(observation, context) };
  }
  if (fetched === "gone") return { classification: "same" };
  if (item.state === "deleted") return classifyReturn(item, observation, context);
  const late = isLate(item, observation, context);
  const likeness = versionOf(item, observation);
  if (likeness !== "different" && fetched === undefined) {
    const { disagreement } = item;
    if (projection === "lean" && disagreement !== undefined && askAgainAt(disagreement) <= context.now)
      return { classification: "fetch", why: "disagreement" };
    if (likeness === "same" && !late) return { classification: "touched", item: respelledItem(item, observation) };
    if (item.state === observation.state) return { classification: "same" };
    return { classification: "touched", item: { ...item, state: observation.state } };
  }
  if (fetched === undefined && late) return { classification: "fetch", why: "late" };
  if (fetched === undefined && projection === "lean") return { classification: "fetch", why: "lean" };
  return classifyDifference(item, seenIn(item, observation, late), observation, context);
}

/**
 * A row alone never restores a removed record: an old page may show the record as it was before its removal (hazard
 * 31).
 */
function classifyReturn(item: MirrorItem, observation: RecordObservation, context: ClassifyContext): Classification {
  if (observation.fetched === undefined) return { classification: "fetch", why: "tombstone" };
  return {
    classification: "changed",
    item: restoredItem(item, seenIn(item, observation, false), observation, context),
  };
}

function classifyDifference(
  item: MirrorItem,
  seen: Seen,
  observation: RecordObservation,
  context: ClassifyContext,
): Classification {
  const { resource } = observation;
  const before = recordBody(resource, bodiesOf(item));
  const after = recordBody(resource, seen);
  const changes = changesOf(item, seen, observation, context);
  const changesUnknown = item.full === undefined && seen.full !== undefined;
  const moved = changeTimeOf(seen) !== changeTimeOf(item);
  if (changes.length === 0 && !(changesUnknown && moved)) {
    return { classification: "touched", item: touchedItem(item, seen, observation, context) };
  }
  const statuses = statusesToLearn({ resource, before, after, statuses: context.statuses });
  if (statuses.length > 0) return { classification: "learn", statuses };
  const change = { before, after, changes, changesUnknown, moved };
  return { classification: "changed", item: changedItem(item, seen, change, observation, context) };
}

/**
 * Compares only what both sides can show. If no full projection is stored, it compares the stored row with the new one,
 * or the fields that a row and a read by id share. In fields in which the read by id disagrees with its row, the read
 * by id counts, because events show it.
 */
function changesOf(
  item: MirrorItem,
  seen: Seen,
  { resource, row, projection }: RecordObservation,
  { now }: ClassifyContext,
): FieldChange[] {
  const { lean, full } = item;
  if (full !== undefined) {
    const from = recordBody(resource, bodiesOf(item));
    const to = recordBody(resource, seen);
    return changesSince(resource, full, { from, to, ...defined({ whole: seen.full }) });
  }
  if (lean !== undefined && projection === "lean" && seen.lean === row.body) {
    const { fields = [] } = disagreementOf(resource, seen, item, now) ?? {};
    const isRead = (field: string) => fields.includes(field);
    const listed = Object.entries(row.body).filter(([field]) => !isRead(field));
    const read = Object.entries(seen.full ?? {}).filter(([field]) => isRead(field));
    const to = Object.fromEntries([...listed, ...read]);
    return changesSince(resource, lean, { from: lean.body, to, whole: row.body });
  }
  return changesBetween(resource, ...sharedFields(lean?.body ?? {}, seen.full ?? {}));
}

/** Compares the row with the stored body of its projection. A different change time makes a different version. */
function versionOf(item: MirrorItem, { resource, row, projection }: RecordObservation): Likeness {
  const stored = item[projection];
  if (stored === undefined || changeTimeOf(changeTimesOf(row.body)) !== changeTimeOf(item)) return "different";
  return likenessOf(resource, stored, row.body);
}

/**
 * A late read never wins: the row may be older than the item if its request began before the item's `asOf`, or within
 * the margin after it.
 */
function isLate(item: MirrorItem, { moment }: RecordObservation, { lateReadMargin }: ClassifyContext): boolean {
  return moment.beganAt < item.asOf + lateReadMargin;
}

/** What is known now: the read by id if there is one, and the listed row unless it may be older than the item. */
function seenIn(item: MirrorItem, { row, projection, moment, fetched }: RecordObservation, late: boolean): Seen {
  const read = fetched === undefined || fetched === "gone" ? undefined : fetched;
  const full = read?.body ?? (projection === "full" ? row.body : item.full?.body);
  const lean = projection === "lean" && !late ? row.body : item.lean?.body;
  return { lean, full, ...changeTimesOf(read?.body ?? row.body), asOf: (read?.moment ?? moment).asOf };
}
