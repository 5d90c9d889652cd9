import { isSameJson, isSpelledAlike } from "../../kernel/canonical-json.ts";
import type { Subject } from "../../kernel/catalogue.ts";
import { defined } from "../../kernel/defined.ts";
import type { FieldChange } from "../../kernel/envelope.ts";
import { type JsonObject, ownMember } from "../../kernel/json.ts";
import { contractFields } from "../../source/contract-fields.ts";
import { changesBetween, changesSince } from "../changes-between.ts";
import type { Fact, MirrorItem, StoredBody } from "../mirror-item.ts";
import { recordKey } from "../mirror-key.ts";
import { isLate, newItem, type Rise } from "../next-item.ts";
import {
  bodiesOf,
  type ChangeTimes,
  changeTimeOf,
  changeTimesOf,
  recordBody,
  sharedFields,
  storedBodyOf,
} from "./bodies.ts";
import {
  changedItem,
  firstContactKind,
  isOlder,
  respelledItem,
  restoredItem,
  type Seen,
  touchedItem,
} from "./changed-item.ts";
import { askAgainAt, disagreementOf } from "./disagreement.ts";
import { statusesToLearn } from "./facts-of.ts";
import type { Classification, ClassifyContext, RecordObservation } from "./record-observation.ts";

/**
 * Equal content is no change, however often it is read (docs/architecture.md#one-change-one-identity). If the source
 * must be asked, the classification says so, and the observation in the next call contains the response.
 */
export function classifyRecord(
  item: MirrorItem | undefined,
  observation: RecordObservation,
  context: ClassifyContext,
): Classification {
  const { fetched, form } = observation;
  if (item === undefined) {
    // First contact reads no new record by id, because an instance may hold a million records.
    const lacksFull = form === "lean" && !observation.draining && fetched === undefined;
    return lacksFull
      ? { classification: "fetch" }
      : { classification: "changed", item: firstItem(observation, context) };
  }
  if (fetched === "gone") return { classification: "same" };
  if (item.state === "deleted") return classifyReturn(item, observation, context);
  const late = isLate(item, observation.moment, context);
  const likeness = versionOf(item, observation);
  if (likeness !== "different" && fetched === undefined) {
    const { disagreement } = item;
    if (form === "lean" && disagreement !== undefined && askAgainAt(disagreement) <= context.now)
      return { classification: "fetch" };
    if (likeness === "same" && !late) return { classification: "touched", item: respelledItem(item, observation) };
    if (item.state === observation.state) return { classification: "same" };
    return { classification: "touched", item: { ...item, state: observation.state } };
  }
  if (fetched === undefined && (late || form === "lean")) return { classification: "fetch" };
  return classifyDifference(item, seenIn(item, observation, late), observation, context);
}

/** A row alone never restores a record: an old page may show the record from before its removal (hazard 31). */
function classifyReturn(item: MirrorItem, observation: RecordObservation, context: ClassifyContext): Classification {
  if (observation.fetched === undefined) return { classification: "fetch" };
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
  const changesUnknown = item.full === undefined;
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
 * Compares only fields that both sides can show. If no full form is stored, these are the fields of both rows, or
 * those common to a row and a read by id. Where the read by id disagrees with its row, the read by id counts, because
 * events show it.
 */
function changesOf(
  item: MirrorItem,
  seen: Seen,
  { resource, row }: RecordObservation,
  { now }: ClassifyContext,
): FieldChange[] {
  const { lean, full } = item;
  if (full !== undefined) {
    const from = recordBody(resource, bodiesOf(item));
    const to = recordBody(resource, seen);
    const changes = changesSince(resource, full, { from, to, ...defined({ whole: seen.full }) });
    const unread = seen.lean === row.body ? unreadChanges(resource, item, row.body) : [];
    return [...changes, ...unread.filter(({ field }) => !changes.some((change) => change.field === field))];
  }
  if (lean !== undefined && seen.lean === row.body) {
    const { fields = [] } = disagreementOf(resource, seen, item, now) ?? {};
    const isRead = (field: string) => fields.includes(field);
    const listed = Object.entries(row.body).filter(([field]) => !isRead(field));
    const read = Object.entries(seen.full ?? {}).filter(([field]) => isRead(field));
    const to = Object.fromEntries([...listed, ...read]);
    return changesSince(resource, lean, { from: lean.body, to, whole: row.body });
  }
  return changesBetween(resource, ...sharedFields(lean?.body ?? {}, seen.full ?? {}));
}

/**
 * Fields that appeared in the list, or disappeared from it, before the first read by id. That read doesn't reveal these
 * changes: a field that a list lacks may have no value, or the list may never show it. Without this function, such a
 * change to a template would be lost. Other records have a change time, which shows that something changed.
 */
function unreadChanges(
  resource: Subject,
  { lean, full, changeLog, ...times }: MirrorItem,
  row: JsonObject,
): readonly FieldChange[] {
  // The stored row of a restored record may be empty, and that of a large one may be cut.
  const isWhole = lean?.omitted === undefined && full?.omitted === undefined && Object.hasOwn(lean?.body ?? {}, "id");
  if (!isWhole || lean === undefined || full === undefined || changeTimeOf(times) !== undefined) return [];
  const published = changeLog.flatMap(({ facts }) => facts.flatMap(({ changes = [] }) => changes));
  return changesBetween(resource, lean.body, row).filter(({ field, from, to }) => {
    if ((from === undefined) === (to === undefined) || contractFields[resource]?.fields.has(field) !== true)
      return false;
    const last = published.findLast((change) => change.field === field);
    const isPublished = last !== undefined && isSameJson(last.to ?? null, to ?? null);
    return !isPublished && isSameJson(ownMember(full.body, field) ?? null, to ?? null);
  });
}

/** A different change time makes a different version. */
function versionOf(item: MirrorItem, { resource, row, form }: RecordObservation): Likeness {
  const stored = item[form];
  if (stored === undefined || changeTimeOf(changeTimesOf(row.body)) !== changeTimeOf(item)) return "different";
  return likenessOf(resource, stored, row.body);
}

function seenIn(item: MirrorItem, { row, form, moment, fetched }: RecordObservation, late: boolean): Seen {
  const read = fetched === undefined || fetched === "gone" ? undefined : fetched;
  const full = read?.body ?? row.body;
  const lean = form === "lean" && !late ? row.body : item.lean?.body;
  return { lean, full, ...changeTimesOf(read?.body ?? row.body), asOf: (read?.moment ?? moment).asOf };
}

/** `same`: the content is the same, but the spelling differs. */
type Likeness = "identical" | "same" | "different";

/** A stored digest may follow older rules, so it decides only if the body isn't stored. */
function likenessOf(resource: Subject, stored: StoredBody, body: JsonObject): Likeness {
  const { omitted } = stored;
  if (omitted === undefined && isSpelledAlike(stored.body, body)) return "identical";
  if (changesSince(resource, stored, { from: stored.body, to: body }).length > 0) return "different";
  if (omitted === undefined) return "same";
  if (omitted === "all") return "identical";
  const kept = Object.fromEntries(Object.entries(body).filter(([field]) => !Object.hasOwn(omitted, field)));
  return isSpelledAlike(stored.body, kept) ? "identical" : "same";
}

function firstItem(observation: RecordObservation, context: ClassifyContext): MirrorItem {
  const { resource, row, form, moment, state } = observation;
  const fetched = observation.fetched === "gone" ? undefined : observation.fetched;
  const times = changeTimesOf(fetched?.body ?? row.body);
  const lean = form === "lean" ? row.body : undefined;
  const full = fetched?.body ?? (form === "full" ? row.body : undefined);
  const disagreement = disagreementOf(resource, { lean, full }, undefined, context.now);
  const item = {
    ...recordKey(context.instance, resource, row.id),
    instance: context.instance,
    resource,
    id: row.id,
    state,
    asOf: (fetched?.moment ?? moment).asOf,
    ...times,
    lean: storedBodyOf(resource, lean),
    full: storedBodyOf(resource, full),
    disagreement,
  };
  return newItem(item, context, firstRise(observation, times, context));
}

function firstRise(observation: RecordObservation, times: ChangeTimes, context: ClassifyContext): Rise {
  const { resource, detectedBy } = observation;
  const kind = kindOf(observation, times, context);
  const facts: Fact[] = [{ type: `${resource}.${kind === "updated" ? "updated" : "created"}`, key: "" }];
  if (kind === "updated") return { detectedBy, facts, timestamp: changeTimeOf(times), changesUnknown: true };
  const timestamp = times.created ?? times.modified;
  return { detectedBy, facts, timestamp, ...(kind === "baseline" && { baseline: true }) };
}

/**
 * Only first contact can find a baseline record. If a record found later were baseline, a change that subscribers wait
 * for would be hidden.
 */
function kindOf({ draining }: RecordObservation, times: ChangeTimes, { connectedAt }: ClassifyContext) {
  if (draining) return firstContactKind(times, connectedAt);
  return isOlder(times, connectedAt) ? "updated" : "created";
}
