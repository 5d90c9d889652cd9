import type { FieldChange } from "../../kernel/envelope.ts";
import { unixMs } from "../../kernel/instant.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Fact, MirrorItem, StoredBody } from "../mirror-item.ts";
import { respelled, risen } from "../next-item.ts";
import { type Bodies, type ChangeTimes, changeTimeOf, changeTimesOf, storedBodyOf } from "./bodies.ts";
import { disagreementOf } from "./disagreement.ts";
import { isForgotten, looksErased, withoutPrevious } from "./erasure.ts";
import { factsOf } from "./facts-of.ts";
import type { ClassifyContext, RecordObservation } from "./record-observation.ts";

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
    lean: kept(item.lean, seen.lean) ?? storedBodyOf(resource, seen.lean),
    full: kept(item.full, seen.full) ?? storedBodyOf(resource, seen.full),
    disagreement: disagreementOf(resource, seen, item, now),
  };
}

/** A cut form has the digest of the whole body, so it is kept until a new body is seen. */
function kept(stored: StoredBody | undefined, seen: JsonObject | undefined): StoredBody | undefined {
  return stored?.omitted !== undefined && stored.body === seen ? stored : undefined;
}

/**
 * Later events show the new spelling as the previous state. A lean row doesn't move `asOf`. If it did, a scrub would
 * assume that the record had been read by id.
 */
export function respelledItem(item: MirrorItem, { resource, row, form, moment, state }: RecordObservation) {
  const { lean, full } = item;
  const seen: MirrorItem = {
    ...item,
    state,
    ...changeTimesOf(row.body),
    [form]: storedBodyOf(resource, row.body),
  };
  if (form === "full") return { ...seen, asOf: Math.max(item.asOf, moment.asOf) };
  return { ...seen, full: full && { ...full, body: respelled(full.body, lean?.body ?? {}, row.body) } };
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
