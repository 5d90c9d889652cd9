import { isSpelledAlike } from "../../kernel/canonical-json.ts";
import { defined } from "../../kernel/defined.ts";
import type { FieldChange, RemovalReason } from "../../kernel/envelope.ts";
import { unixMs } from "../../kernel/instant.ts";
import { type Json, type JsonObject, ownMember, setMember } from "../../kernel/json.ts";
import type { Moment } from "../../source/source.ts";
import type { ChangeLogEntry, Fact, MirrorItem, Projection } from "../mirror-item.ts";
import { disagreementOf } from "./disagreement.ts";
import { isForgotten, looksErased, withoutPrevious } from "./erasure.ts";
import { factsOf } from "./facts-of.ts";
import { type Bodies, type ChangeTimes, changeTimeOf, changeTimesOf, projectionOf } from "./projections.ts";
import type { ClassifyContext, RecordObservation } from "./record-observation.ts";

/** How many rises of `seq` an item remembers, to recreate events that never reached the bus. */
const remembered = 8;

/** A rise of `seq`, for the change log. */
export type Rise = Omit<ChangeLogEntry, "seq" | "observedAt">;

type RiseContext = Pick<ClassifyContext, "now" | "seqFloor">;

export type Seen = Bodies & ChangeTimes & { readonly asOf: number };

export type Change = {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly changes: readonly FieldChange[];
  readonly changesUnknown: boolean;
  /** Whether the source's change time moved. If it didn't, the source doesn't say when the change happened. */
  readonly moved: boolean;
};

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

/** A cut projection has the digest of the whole body, so it is kept until a new body is seen. */
function kept(stored: Projection | undefined, seen: JsonObject | undefined): Projection | undefined {
  return stored?.omitted !== undefined && stored.body === seen ? stored : undefined;
}

/**
 * Later events show the new spelling as the previous state. A lean row doesn't move `asOf`. If it did, a scrub would
 * assume that the record had been read by id.
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

/** A field of `body` gets the list's new spelling if `body` and the list spelled it alike before. */
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

/** A removed record exists again. Its tombstone has no values, so the event shows no changes. */
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

/** A read that may be older than the item never wins. */
export function isLate(
  { asOf }: MirrorItem,
  { beganAt }: Moment,
  { lateReadMargin }: { readonly lateReadMargin: number },
): boolean {
  return beganAt < asOf + lateReadMargin;
}

/**
 * Classifies what first contact with an instance or an owner finds. Anything without a change time is `baseline`.
 * `updated`: what changed is unknown, but an event is published, because subscribers were promised every change since
 * the connection. `connectedAt` is in unix ms of the server's clock.
 */
export function firstContactKind(times: ChangeTimes, connectedAt: number): "baseline" | "created" | "updated" {
  const changed = unixMs(changeTimeOf(times));
  if (changed === undefined || changed < connectedAt) return "baseline";
  return isOlder(times, connectedAt) ? "updated" : "created";
}

export function isOlder({ created }: ChangeTimes, connectedAt: number): boolean {
  const createdAt = unixMs(created);
  return createdAt !== undefined && createdAt < connectedAt;
}

type Unraised = Omit<MirrorItem, "seq" | "state" | "observedAt" | "firstSeenAt" | "changeLog" | "baseline">;

/** An item that is new to the mirror. */
export function newItem(
  item: Unraised & { readonly state?: MirrorItem["state"] },
  { now, seqFloor }: RiseContext,
  rise: Rise,
): MirrorItem {
  const seq = seqFloor + 1;
  return {
    state: "live",
    ...item,
    ...{ seq, observedAt: now, firstSeenAt: now, changeLog: [{ seq, observedAt: now, ...rise }] },
    ...(rise.baseline && { baseline: rise.baseline }),
  };
}

/**
 * `seq` rises above the instance's floor, which a restore or a migration raises. `observedAt` also rises, so the event
 * ids of a record sort in the order of its changes.
 */
export function risen(
  { seq, observedAt, changeLog }: Pick<MirrorItem, "seq" | "observedAt" | "changeLog">,
  next: MirrorItem,
  { now, seqFloor }: RiseContext,
  entry: Rise,
): MirrorItem {
  const raised = { seq: Math.max(seq, seqFloor) + 1, observedAt: Math.max(now, observedAt + 1) };
  return { ...next, ...raised, changeLog: [...changeLog, { ...raised, ...entry }].slice(-remembered) };
}

/**
 * The keys and digests of a tombstone prevent a late page from restoring the record. The removal event takes the last
 * known state from the change stream, which contains the item before the change. `retention` is in ms.
 */
export function tombstoneOf(
  item: MirrorItem,
  asOf: number,
  { now, seqFloor, retention }: RiseContext & { readonly retention: number },
  entry: Rise,
): MirrorItem {
  const emptied: MirrorItem = {
    ...item,
    state: "deleted",
    asOf: Math.max(item.asOf, asOf),
    lean: item.lean && { ...item.lean, body: {} },
    full: item.full && { ...item.full, body: {} },
    disagreement: undefined,
    expiresAt: Math.floor((now + retention) / 1_000),
  };
  return risen({ ...item, changeLog: item.changeLog.map(withoutValues) }, emptied, { now, seqFloor }, entry);
}

/**
 * Drops the changes and times of an entry's facts. The rest is kept, because republishing needs it if the change stream
 * lost the change.
 */
function withoutValues({ facts, ...entry }: ChangeLogEntry): ChangeLogEntry {
  const changed = facts.some(({ changes }) => changes !== undefined);
  const kept = facts.map(({ type, key, owner }) => ({ type, key, ...defined({ owner }) }));
  return { ...entry, ...(changed && { changesUnknown: true }), facts: kept };
}

/**
 * `cascade`: the owner was removed. `recorded`: the journal recorded the removal. If neither is set, the record,
 * document or folder might still exist and merely be hidden.
 */
export function removalReason({
  cascade,
  recorded,
}: {
  readonly cascade: boolean;
  readonly recorded: boolean;
}): RemovalReason {
  if (cascade) return "cascade";
  return recorded ? "journal" : "not_found_or_no_access";
}
