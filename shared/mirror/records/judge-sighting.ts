import type { FieldChange } from "../../kernel/envelope.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { changesBetween } from "../changes-between.ts";
import { digestOf } from "../digest-of.ts";
import type { MirrorItem } from "../mirror-item.ts";
import { statusesToLearn } from "./facts-of.ts";
import { firstItem } from "./first-item.ts";
import { changedItem, restoredItem, type Seen, touchedItem } from "./next-item.ts";
import { bodiesOf, changeTimeOf, changeTimesOf, recordBody, sharedFields } from "./projections.ts";
import type { JudgeContext, Sighting, Verdict } from "./sighting.ts";

/**
 * Decides what a sighting means for the item that stands: equal content is no change however often it is read
 * (docs/architecture.md#one-change-one-identity). Pure: whatever has to be asked of the source is a verdict, and the
 * answer comes in with the next call.
 */
export function judgeSighting(item: MirrorItem | undefined, sighting: Sighting, context: JudgeContext): Verdict {
  const { fetched, projection } = sighting;
  if (item === undefined) {
    // First contact makes no reads by id: an instance may hold a million records.
    const lacksFull = projection === "lean" && !sighting.draining && fetched === undefined;
    return lacksFull ? { verdict: "fetch", why: "new" } : { verdict: "changed", item: firstItem(sighting, context) };
  }
  if (fetched === "gone") return { verdict: "same" };
  if (item.state === "deleted") return judgeReturn(item, sighting, context);
  if (isEqual(item, sighting)) {
    if (item.state === sighting.state) return { verdict: "same" };
    return { verdict: "touched", item: { ...item, state: sighting.state } };
  }
  const late = isLate(item, sighting, context);
  if (fetched === undefined && late) return { verdict: "fetch", why: "late" };
  if (fetched === undefined && projection === "lean") return { verdict: "fetch", why: "lean" };
  return judgeDifference(item, seenIn(item, sighting, late), sighting, context);
}

/** A tombstone never equals anything: an old page could show the record as it was before it was removed (hazard 31). */
function judgeReturn(item: MirrorItem, sighting: Sighting, context: JudgeContext): Verdict {
  if (sighting.fetched === undefined) return { verdict: "fetch", why: "tombstone" };
  return { verdict: "changed", item: restoredItem(item, seenIn(item, sighting, false), sighting, context) };
}

function judgeDifference(item: MirrorItem, seen: Seen, sighting: Sighting, context: JudgeContext): Verdict {
  const { resource } = sighting;
  const before = recordBody(resource, bodiesOf(item));
  const after = recordBody(resource, seen);
  const changes = changesOf(item, seen, sighting);
  const changesUnknown = item.full === undefined && seen.full !== undefined;
  const moved = changeTimeOf(seen) !== changeTimeOf(item);
  if (changes.length === 0 && !(changesUnknown && moved)) {
    return { verdict: "touched", item: touchedItem(item, seen, sighting) };
  }
  const statuses = statusesToLearn({ resource, before, after, statuses: context.statuses });
  if (statuses.length > 0) return { verdict: "learn", statuses };
  const change = { before, after, changes, changesUnknown, moved };
  return { verdict: "changed", item: changedItem(item, seen, change, sighting, context) };
}

/** Like with like; without a stored full projection, the rows as listed, or what a row and a single read share. */
function changesOf(item: MirrorItem, seen: Seen, { resource, row, projection }: Sighting): FieldChange[] {
  const compare = (from: JsonObject, to: JsonObject) => changesBetween(resource, from, to);
  if (item.full !== undefined) return compare(recordBody(resource, bodiesOf(item)), recordBody(resource, seen));
  const before = item.lean?.body ?? {};
  if (projection === "lean" && seen.lean === row.body) return compare(before, row.body);
  return compare(...sharedFields(before, seen.full ?? {}));
}

function isEqual(item: MirrorItem, { resource, row, projection }: Sighting): boolean {
  const stored = item[projection];
  if (stored === undefined || stored.digest !== digestOf(resource, row.body)) return false;
  return changeTimeOf(changeTimesOf(row.body)) === changeTimeOf(item);
}

/** Late reads never win: an answer that was on its way while the item was written may be older than the item. */
function isLate(item: MirrorItem, { moment }: Sighting, { lateReadMargin }: JudgeContext): boolean {
  return moment.beganAt < item.asOf + lateReadMargin;
}

/** What is now known: the single read where there is one, and the listed row unless it may be older than the item. */
function seenIn(item: MirrorItem, { row, projection, moment, fetched }: Sighting, late: boolean): Seen {
  const read = fetched === undefined || fetched === "gone" ? undefined : fetched;
  const full = read?.body ?? (projection === "full" ? row.body : item.full?.body);
  const lean = projection === "lean" && !late ? row.body : item.lean?.body;
  return { lean, full, ...changeTimesOf(read?.body ?? row.body), asOf: (read?.moment ?? moment).asOf };
}
