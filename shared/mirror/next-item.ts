import { isSpelledAlike } from "../kernel/canonical-json.ts";
import { defined } from "../kernel/defined.ts";
import type { RemovalReason } from "../kernel/envelope.ts";
import { type Json, type JsonObject, ownMember, setMember } from "../kernel/json.ts";
import type { Moment } from "../source/source.ts";
import type { ChangeLogEntry, MirrorItem } from "./mirror-item.ts";

/** How many rises of `seq` an item remembers, to recreate events that never reached the bus. */
const remembered = 8;

/** A rise of `seq`, for the change log. */
export type Rise = Omit<ChangeLogEntry, "seq" | "observedAt">;

type RiseContext = { readonly now: number; readonly seqFloor: number };

/** A read that may be older than the item never wins. */
export function isLate(
  { asOf }: MirrorItem,
  { beganAt }: Moment,
  { lateReadMargin }: { readonly lateReadMargin: number },
): boolean {
  return beganAt < asOf + lateReadMargin;
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
