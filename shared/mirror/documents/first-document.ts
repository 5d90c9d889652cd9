import { unixMs } from "../../kernel/instant.ts";
import type { ChangeLogEntry, Fact, MirrorItem } from "../mirror-item.ts";
import { recordKey } from "../mirror-key.ts";
import { changeTimesOf, projectionOf } from "../records/projections.ts";
import type { DocumentContext, DocumentObservation, FetchedDocument } from "./document-observation.ts";
import { listedFolderIn, mutable, ownerKeyOf, type Placing, placementsIn, primaryOwnerIn } from "./placing.ts";

/** A document seen for the first time: baseline where its owner's first pass shows it, else created. */
export function firstDocument(observation: DocumentObservation, context: DocumentContext): MirrorItem {
  const { id, row, moment, draining, baseline, detectedBy, note } = observation;
  const fetched = observation.fetched === "gone" ? undefined : observation.fetched;
  const body = fetched?.body ?? row?.body ?? {};
  const times = changeTimesOf(body);
  const { primary, placements } = firstPlacing(observation, fetched);
  const created = unixMs(times.created);
  const known = draining && baseline && (created === undefined || created < context.connectedAt);
  const facts: Fact[] = [{ type: "document.created", key: "", owner: primary }];
  const entry: ChangeLogEntry = {
    seq: context.seqFloor + 1,
    observedAt: context.now,
    timestamp: times.created,
    detectedBy: note === undefined ? detectedBy : "journal",
    facts,
    ...(known && { baseline: true }),
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
    changeLog: [entry],
    ...(known && { baseline: true }),
    owner: primary,
    placements: mutable(placements),
    contentAt: Math.max(beganAt, note?.replacedAt ?? beganAt),
    rev: 1,
  };
}

export function firstPlacing({ owner, row }: DocumentObservation, fetched: FetchedDocument | undefined): Placing {
  const primary = primaryOwnerIn(fetched?.body ?? row?.body ?? {}) ?? owner;
  const shown = fetched && placementsIn(fetched.body);
  const listed = { [ownerKeyOf(owner)]: [row === undefined ? "" : listedFolderIn(row.body)] };
  return { primary, placements: { ...listed, ...shown } };
}
