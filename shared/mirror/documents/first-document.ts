import { firstSight } from "../first-sight.ts";
import type { ChangeLogEntry, Fact, MirrorItem } from "../mirror-item.ts";
import { recordKey } from "../mirror-key.ts";
import { disagreementOf } from "../records/disagreement.ts";
import { changeTimeOf, changeTimesOf, projectionOf } from "../records/projections.ts";
import type { DocumentContext, DocumentObservation, FetchedDocument } from "./document-observation.ts";
import { listedFolderIn, mutable, ownerKeyOf, type Placement, placementsIn, primaryOwnerIn } from "./placement.ts";

/**
 * The item of a document that is seen for the first time. In the first pass through an owner that first contact found,
 * the change times decide whether the document is baseline, created or updated. In all other passes, it is created.
 */
export function firstDocument(observation: DocumentObservation, context: DocumentContext): MirrorItem {
  const { id, row, moment, draining, baseline, detectedBy, note } = observation;
  const fetched = observation.fetched === "gone" ? undefined : observation.fetched;
  const body = fetched?.body ?? row?.body ?? {};
  const times = changeTimesOf(body);
  const { primary, placements } = firstPlacement(observation, fetched);
  const kind = draining && baseline ? firstSight(times, context.connectedAt) : "created";
  const facts: Fact[] = [
    { type: kind === "updated" ? "document.updated" : "document.created", key: "", owner: primary },
  ];
  const flag = kind === "baseline" ? ({ baseline: true } as const) : {};
  const entry: ChangeLogEntry = {
    seq: context.seqFloor + 1,
    observedAt: context.now,
    timestamp: kind === "updated" ? changeTimeOf(times) : times.created,
    detectedBy: note === undefined ? detectedBy : "journal",
    facts,
    ...flag,
    ...(kind === "updated" && { changesUnknown: true }),
  };
  const { asOf, beganAt } = fetched?.moment ?? moment;
  return {
    ...recordKey(context.instance, "document", id),
    instance: context.instance,
    resource: "document",
    id,
    seq: entry.seq,
    state: "live",
    asOf,
    observedAt: context.now,
    firstSeenAt: context.now,
    ...times,
    lean: projectionOf("document", row?.body),
    full: projectionOf("document", fetched?.body),
    disagreement: disagreementOf("document", { lean: row?.body, full: fetched?.body }, undefined, context.now),
    changeLog: [entry],
    ...flag,
    owner: primary,
    placements: mutable(placements),
    contentAt: Math.max(beganAt, note?.replacedAt ?? beganAt),
    rev: 1,
  };
}

export function firstPlacement({ owner, row }: DocumentObservation, fetched: FetchedDocument | undefined): Placement {
  const primary = primaryOwnerIn(fetched?.body ?? row?.body ?? {}) ?? owner;
  const shown = fetched && placementsIn(fetched.body);
  const listed = { [ownerKeyOf(owner)]: [row === undefined ? "" : listedFolderIn(row.body)] };
  return { primary, placements: { ...listed, ...shown } };
}
