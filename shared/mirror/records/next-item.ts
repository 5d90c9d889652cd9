import { isSpelledAlike } from "../../kernel/canonical-json.ts";
import type { FieldChange } from "../../kernel/envelope.ts";
import { type Json, type JsonObject, ownMember, setMember } from "../../kernel/json.ts";
import type { ChangeLogEntry, Fact, MirrorItem, Projection } from "../mirror-item.ts";
import { disagreementOf } from "./disagreement.ts";
import { isForgotten, looksErased, withoutPrevious } from "./erasure.ts";
import { factsOf } from "./facts-of.ts";
import { type Bodies, type ChangeTimes, changeTimeOf, changeTimesOf, projectionOf } from "./projections.ts";
import type { ClassifyContext, RecordObservation } from "./record-observation.ts";

/** How many rises of `seq` an item remembers, so that events which never reached the bus can be made again from it. */
const remembered = 8;

export type Seen = Bodies & ChangeTimes & { readonly asOf: number };

export type Change = {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly changes: readonly FieldChange[];
  readonly changesUnknown: boolean;
  /** Whether the source's change time moved; where it didn't, the source doesn't say when it happened. */
  readonly moved: boolean;
};

/** Stores what was seen without raising `seq`: the content is as before. */
export function touchedItem(
  item: MirrorItem,
  seen: Seen,
  { resource, state }: RecordObservation,
  { now }: Pick<ClassifyContext, "now">,
): MirrorItem {
  return {
    ...item,
    state,
    asOf: Math.max(item.asOf, seen.asOf),
    created: seen.created,
    modified: seen.modified,
    lean: kept(item.lean, seen.lean) ?? projectionOf(resource, seen.lean),
    full: kept(item.full, seen.full) ?? projectionOf(resource, seen.full),
    disagreement: disagreementOf(resource, seen, item, now),
  };
}

/** The projection that stands, where nothing newer was seen: of a body that was cut, only that one knows the whole digest. */
function kept(stored: Projection | undefined, seen: JsonObject | undefined): Projection | undefined {
  return stored?.omitted !== undefined && stored.body === seen ? stored : undefined;
}

/**
 * Stores how the same content is spelled now, which raises no `seq`: later events show it as the previous state. A list that spells
 * a field in another way than before speaks for the whole record where that spelled it in the same way. `asOf` is that of the
 * whole record, since scrubs read by id what was read longest ago.
 */
export function respelledItem(item: MirrorItem, { resource, row, projection, moment, state }: RecordObservation) {
  const { lean, full } = item;
  const seen: MirrorItem = {
    ...item,
    state,
    ...changeTimesOf(row.body),
    [projection]: projectionOf(resource, row.body),
  };
  if (projection === "full") return { ...seen, asOf: Math.max(item.asOf, moment.asOf) };
  return { ...seen, full: full && { ...full, body: respelled(full.body, lean?.body ?? {}, row.body) } };
}

/** The body with each field that a list spelled in the same way before spelled as the list spells it now. */
export function respelled(body: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const isMoved = (field: string, value: Json): boolean => {
    const [spelled, spelledNow] = [ownMember(before, field), ownMember(after, field)];
    if (spelled === undefined || spelledNow === undefined) return false;
    return isSpelledAlike(value, spelled) && !isSpelledAlike(spelled, spelledNow);
  };
  const members: { [field: string]: Json } = {};
  for (const [field, value] of Object.entries(body))
    setMember(members, field, isMoved(field, value) ? (after[field] ?? value) : value);
  return members;
}

export function changedItem(
  item: MirrorItem,
  seen: Seen,
  { before, after, changes, changesUnknown, moved }: Change,
  observation: RecordObservation,
  context: ClassifyContext,
): MirrorItem {
  const { resource, detectedBy } = observation;
  const erased = resource === "person" && looksErased(before, after, context.now);
  const shown = erased ? withoutPrevious(changes) : changes;
  const facts = factsOf({ resource, before, after, changes: shown, statuses: context.statuses });
  const changed = risen(
    erased ? { ...item, changeLog: [] } : item,
    touchedItem(item, seen, observation, context),
    context,
    {
      timestamp: moved ? changeTimeOf(seen) : undefined,
      detectedBy,
      facts,
      ...(changesUnknown ? { changesUnknown: true } : {}),
      ...(erased ? { redacted: true } : {}),
    },
  );
  return erased && isForgotten(after) ? { ...changed, forgetBelow: changed.seq } : changed;
}

/** A removed record is there again. Its tombstone kept no values, so the event shows no changes. */
export function restoredItem(
  item: MirrorItem,
  seen: Seen,
  observation: RecordObservation,
  context: ClassifyContext,
): MirrorItem {
  const facts: Fact[] = [{ type: `${observation.resource}.restored`, key: "" }];
  const living = { ...touchedItem(item, seen, observation, context), expiresAt: undefined };
  return risen(item, living, context, { detectedBy: observation.detectedBy, facts });
}

/**
 * `next` with its `seq` raised above the one before and above the instance's floor, which a restore or a migration
 * raises, and with an entry in its change log. `observedAt` rises with it, so that event ids of one record sort as its changes.
 */
export function risen(
  { seq, observedAt, changeLog }: Pick<MirrorItem, "seq" | "observedAt" | "changeLog">,
  next: MirrorItem,
  { now, seqFloor }: Pick<ClassifyContext, "now" | "seqFloor">,
  entry: Omit<ChangeLogEntry, "seq" | "observedAt">,
): MirrorItem {
  const raised = { seq: Math.max(seq, seqFloor) + 1, observedAt: Math.max(now, observedAt + 1) };
  return { ...next, ...raised, changeLog: [...changeLog, { ...raised, ...entry }].slice(-remembered) };
}
