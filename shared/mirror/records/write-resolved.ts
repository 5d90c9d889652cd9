import type { RecordResource } from "../../kernel/catalogue.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { unixMs } from "../../kernel/instant.ts";
import { isJsonObject } from "../../kernel/json.ts";
import { absent, type Condition, type Table } from "../../kernel/ports/table.ts";
import type { QuarantinedRow, RecordRow } from "../../polling/rows/record-sink.ts";
import type { KnownOwner } from "../../schedule/feeds/owner-feeds.ts";
import { fittedItem } from "../fitted-item.ts";
import type { MirrorItem } from "../mirror-item.ts";
import type { Arrivals, FeedHints, OwnerFeeds, WalkRequests } from "../mirror-ports.ts";
import { storedItem } from "../stored-item.ts";
import { ownerOfRecord } from "./owner-of-record.ts";
import type { ResolvedRecord } from "./resolve-record.ts";

export type WriteParts = {
  readonly mirror: Pick<Table, "put">;
  readonly owners: OwnerFeeds;
  readonly walks: WalkRequests;
  readonly hints?: FeedHints;
  readonly arrivals?: Arrivals;
};

export type ResolvedRow = {
  readonly row: RecordRow;
  readonly previous: MirrorItem | undefined;
  readonly settled: Exclude<ResolvedRecord, { settled: "incomplete" }>;
};

export type Written = {
  readonly changed: number;
  /** Ids of the records that changed. */
  readonly news: readonly string[];
  /** Rows whose item moved meanwhile: to be read and judged again. */
  readonly conflicts: readonly RecordRow[];
  readonly quarantined: readonly QuarantinedRow[];
};

/** Writes what was settled, each row by compare-and-set; what an event will need must stand before it. */
export async function writeResolved(
  { mirror, owners, walks, hints, arrivals }: WriteParts,
  { instance, resource }: { readonly instance: string; readonly resource: RecordResource },
  rows: readonly ResolvedRow[],
): Promise<Written> {
  if (rows.some(({ settled }) => "gone" in settled && settled.gone)) {
    await walks.requestWalk(instance, resource);
  }
  const quarantined: QuarantinedRow[] = [];
  const writes: { row: RecordRow; previous: MirrorItem | undefined; item: MirrorItem; rises: boolean }[] = [];
  for (const { row, previous, settled } of rows) {
    if (settled.settled === "unreadable" || settled.settled === "too_large")
      quarantined.push({ id: row.id, reason: settled.settled });
    if (settled.settled !== "touched" && settled.settled !== "changed") continue;
    const item = fittedItem(settled.item);
    if (item === undefined) quarantined.push({ id: row.id, reason: "too_large" });
    else writes.push({ row, previous, item, rises: settled.settled === "changed" });
  }
  await assertOwners(owners, instance, writes);
  const puts = writes.map(({ item, previous }) => ({ item: storedItem(item), when: unmoved(previous) }));
  const outcomes = puts.length === 0 ? [] : await mirror.put(puts);
  const changed = writes.filter(({ rises }, position) => rises && outcomes[position] === "written");
  const arrived = changed.filter(({ previous }) => previous === undefined || previous.state === "deleted").length;
  if (arrivals !== undefined && arrived > 0) await arrivals.add(instance, resource, arrived);
  const hinted = changed.flatMap(({ item, previous }) => hintsOf(item, previous));
  if (hints !== undefined && hinted.length > 0)
    await hints.requestPoll(instance, distinct(hinted), resource === "activity" ? "activity" : "record");
  return {
    changed: changed.length,
    news: changed.map(({ row }) => row.id),
    conflicts: writes.filter((_, position) => outcomes[position] === "conflict").map(({ row }) => row),
    quarantined,
  };
}

/** The item must stand as it was judged; `asOf` as well, since storing a touched record leaves `seq` as it is. */
export function unmoved(previous: MirrorItem | undefined): Condition {
  if (previous === undefined) return absent;
  return [
    { attribute: "seq", is: "equal", value: previous.seq },
    { attribute: "asOf", is: "equal", value: previous.asOf },
  ];
}

async function assertOwners(
  owners: OwnerFeeds,
  instance: string,
  writes: readonly { readonly item: MirrorItem; readonly previous: MirrorItem | undefined }[],
): Promise<void> {
  const alive = writes
    .filter(({ previous }) => previous === undefined || previous.state === "deleted")
    .flatMap(({ item }) => ownerOfRecord(item).map((owner): KnownOwner => knownOf(item, owner)));
  if (alive.length > 0) await owners.assert(instance, alive);
  const back = writes.flatMap(({ item, previous }) => (previous?.state === "deleted" ? ownerOfRecord(item) : []));
  if (back.length > 0) await owners.wake(instance, back);
}

/** An owner that stood before we looked has a history, whose quiet times its feed's period is learned from as well. */
function knownOf({ baseline, created }: MirrorItem, owner: Owner): KnownOwner {
  const knownSince = baseline === true ? unixMs(created) : undefined;
  return knownSince === undefined ? owner : { ...owner, knownSince: Math.floor(knownSince) };
}

/** A change of an owner, or an activity moving on its project, often comes with documents. New owners are polled anyway. */
function hintsOf(item: MirrorItem, previous: MirrorItem | undefined): Owner[] {
  if (item.resource !== "activity") return previous === undefined ? [] : ownerOfRecord(item);
  const project = (item.full ?? item.lean)?.body["project"];
  const id = isJsonObject(project) ? project["id"] : undefined;
  return (item.baseline === true && previous === undefined) || typeof id !== "string" ? [] : [{ type: "Project", id }];
}

function distinct(owners: readonly Owner[]): Owner[] {
  return [...new Map(owners.map((owner) => [`${owner.type}#${owner.id}`, owner])).values()];
}
