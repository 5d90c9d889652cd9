import type { RecordResource } from "../../kernel/catalogue.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { unixMs } from "../../kernel/instant.ts";
import { isJsonObject } from "../../kernel/json.ts";
import type { Put, Table } from "../../kernel/ports/table.ts";
import type { Turns } from "../../kernel/ports/turns.ts";
import type { Arrivals } from "../../mirror/arrivals.ts";
import type { MirrorItem } from "../../mirror/mirror-item.ts";
import { ownerOfRecord, phaseOf } from "../../mirror/records/owner-of-record.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import { putOf } from "../../mirror/write-item.ts";
import type { KnownOwner, OwnerFeeds } from "../../schedule/feeds/owner-feeds.ts";
import { type QuarantinedRow } from "../feed-reader.ts";
import type { Unanswered } from "../rows/check-witness.ts";
import { type Round } from "./observed.ts";

export type WriteParts = {
  readonly mirror: Table;
  readonly owners: Pick<OwnerFeeds, "assert" | "wake">;
  readonly walks: Pick<OwnerFeeds, "requestWalk">;
  readonly hints?: Pick<OwnerFeeds, "requestPoll">;
  readonly arrivals?: Pick<Arrivals, "add">;
  readonly turns: Turns;
};

/** `gone`: the read by id returned 404. `unanswered`: the read by id got no response. */
export type RecordResolution =
  | { readonly resolution: "same"; readonly gone: boolean }
  | { readonly resolution: "touched" | "changed"; readonly item: MirrorItem; readonly gone: boolean }
  | { readonly resolution: "unreadable" | "too_large" }
  | { readonly resolution: "incomplete"; readonly reason: Unanswered; readonly unanswered?: boolean };

export type ResolvedRow = {
  readonly row: RecordRow;
  readonly previous: MirrorItem | undefined;
  readonly resolution: Exclude<RecordResolution, { resolution: "incomplete" }>;
};

type Write = { readonly row: RecordRow; readonly previous: MirrorItem | undefined } & {
  readonly item: MirrorItem;
  readonly put: Put;
  readonly rises: boolean;
};

/**
 * Writes owners' feeds before the mirror. Otherwise, a crash in between could lose a feed, and its owner wouldn't be
 * polled until the next walk.
 */
export async function writeResolved(
  { mirror, owners, walks, hints, arrivals, turns }: WriteParts,
  { instance, resource }: { readonly instance: string; readonly resource: RecordResource },
  rows: readonly ResolvedRow[],
): Promise<Round<RecordRow>> {
  if (rows.some(({ resolution }) => "gone" in resolution && resolution.gone)) {
    await walks.requestWalk(instance, resource);
  }
  const { writes, quarantined } = await turns.run(instance, writesOf(rows));
  await assertOwners(owners, instance, writes);
  const outcomes = writes.length === 0 ? [] : await mirror.put(writes.map(({ put }) => put));
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

type Writes = { readonly writes: readonly Write[]; readonly quarantined: readonly QuarantinedRow[] };

/**
 * Yields after each row, so that other work can run in between: fitting a large record into an item takes a long time.
 */
function* writesOf(rows: readonly ResolvedRow[]): Generator<void, Writes> {
  const quarantined: QuarantinedRow[] = [];
  const writes: Write[] = [];
  for (const { row, previous, resolution } of rows) {
    if (resolution.resolution === "unreadable" || resolution.resolution === "too_large")
      quarantined.push({ id: row.id, reason: resolution.resolution });
    if (resolution.resolution !== "touched" && resolution.resolution !== "changed") continue;
    const { item } = resolution;
    const put = putOf(previous, item);
    if (typeof put === "string") quarantined.push({ id: row.id, reason: put });
    else writes.push({ row, previous, item, put, rises: resolution.resolution === "changed" });
    yield;
  }
  return { writes, quarantined };
}

async function assertOwners(
  owners: WriteParts["owners"],
  instance: string,
  writes: readonly { readonly item: MirrorItem; readonly previous: MirrorItem | undefined }[],
): Promise<void> {
  const alive = writes
    .filter(({ previous }) => previous === undefined || previous.state === "deleted")
    .flatMap(({ item }) => ownerOfRecord(item).map((owner): KnownOwner => knownOf(item, owner)));
  const phases = writes.flatMap(({ item, previous }) => {
    const phase = phaseOf(item);
    return phase === undefined || phase.id === (previous && phaseOf(previous)?.id) ? [] : [phase];
  });
  if (alive.length + phases.length > 0) await owners.assert(instance, [...alive, ...distinct(phases)]);
  const back = writes.flatMap(({ item, previous }) => (previous?.state === "deleted" ? ownerOfRecord(item) : []));
  if (back.length > 0) await owners.wake(instance, back);
}

/**
 * A baseline owner's change rate is also learned from the quiet time between the owner's creation and the instance's
 * connection.
 */
function knownOf({ baseline, created }: MirrorItem, owner: Owner): KnownOwner {
  const knownSince = baseline === true ? unixMs(created) : undefined;
  return knownSince === undefined ? owner : { ...owner, knownSince: Math.floor(knownSince) };
}

/** A change to an owner, or to a project's activity, often comes with documents. */
function hintsOf(item: MirrorItem, previous: MirrorItem | undefined): Owner[] {
  if (item.resource !== "activity") return previous === undefined ? [] : ownerOfRecord(item);
  const project = (item.full ?? item.lean)?.body["project"];
  const id = isJsonObject(project) ? project["id"] : undefined;
  return (item.baseline === true && previous === undefined) || typeof id !== "string" ? [] : [{ type: "Project", id }];
}

/** All owners of one page have the same type, so their ids suffice. */
function distinct(owners: readonly Owner[]): Owner[] {
  return [...new Map(owners.map((owner) => [owner.id, owner])).values()];
}
