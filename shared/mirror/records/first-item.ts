import { firstSight, isOlder } from "../first-sight.ts";
import type { ChangeLogEntry, Fact, MirrorItem } from "../mirror-item.ts";
import { recordKey } from "../mirror-key.ts";
import { disagreementOf } from "./disagreement.ts";
import { type ChangeTimes, changeTimeOf, changeTimesOf, projectionOf } from "./projections.ts";
import type { ClassifyContext, RecordObservation } from "./record-observation.ts";

/**
 * The item of a record that is seen for the first time: baseline, created, or updated if it is older than the
 * connection (docs/events.md).
 */
export function firstItem(observation: RecordObservation, context: ClassifyContext): MirrorItem {
  const { resource, row, projection, moment, state } = observation;
  const fetched = observation.fetched === "gone" ? undefined : observation.fetched;
  const times = changeTimesOf(fetched?.body ?? row.body);
  const lean = projection === "lean" ? row.body : undefined;
  const full = fetched?.body ?? (projection === "full" ? row.body : undefined);
  const disagreement = disagreementOf(resource, { lean, full }, undefined, context.now);
  const entry = firstEntry(observation, times, context);
  return {
    ...recordKey(context.instance, resource, row.id),
    instance: context.instance,
    resource,
    id: row.id,
    seq: entry.seq,
    state,
    asOf: (fetched?.moment ?? moment).asOf,
    observedAt: entry.observedAt,
    firstSeenAt: entry.observedAt,
    ...times,
    lean: projectionOf(resource, lean),
    full: projectionOf(resource, full),
    disagreement,
    changeLog: [entry],
    ...(entry.baseline ? { baseline: true } : {}),
  };
}

function firstEntry(observation: RecordObservation, times: ChangeTimes, context: ClassifyContext): ChangeLogEntry {
  const { resource, detectedBy } = observation;
  const raised = { seq: context.seqFloor + 1, observedAt: context.now, detectedBy };
  const kind = kindOf(observation, times, context);
  const facts: Fact[] = [{ type: `${resource}.${kind === "updated" ? "updated" : "created"}`, key: "" }];
  if (kind === "updated") return { ...raised, facts, timestamp: changeTimeOf(times), changesUnknown: true };
  const timestamp = times.created ?? times.modified;
  return kind === "baseline" ? { ...raised, facts, timestamp, baseline: true } : { ...raised, facts, timestamp };
}

/**
 * Only first contact can find a baseline record. If a record that is found later were baseline, a change that
 * subscribers wait for would be hidden.
 */
function kindOf({ draining }: RecordObservation, times: ChangeTimes, { connectedAt }: ClassifyContext) {
  if (draining) return firstSight(times, connectedAt);
  return isOlder(times, connectedAt) ? "updated" : "created";
}
