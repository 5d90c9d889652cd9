import { defined } from "../../kernel/defined.ts";
import { isStalled } from "../../schedule/feeds/feed-state.ts";
import { feedsOfInstance } from "../../schedule/feeds/feeds-of-instance.ts";
import type { Instance } from "../../source/instance.ts";
import type { ApiServices } from "../api-services.ts";
import { type Attention, type AttentionKind, attentionOf, type Found } from "./attention-schema.ts";
import type { StatusProbe } from "./status-probe.ts";

/** The maximum number of rows and feeds that are read. If there are more, `more` is true. */
const counted = 1_000;

/** A caller that has read the queues' depths or the endpoints passes them, so that they aren't read twice. */
export async function needsAttention(
  services: ApiServices,
  depths = services.probe.queueDepths(),
  endpoints = services.endpointAttention.find(),
): Promise<readonly Attention[]> {
  const found = await Promise.all([
    ofDisk(services),
    instancesAttention(services),
    ofQueues(services, depths),
    endpoints.then(({ attention }) => attention),
    ofBackups(services),
  ]);
  return found.flat();
}

/** Returns only the problems of instances. This takes little time if there are few instances. */
export async function instancesAttention(services: ApiServices): Promise<readonly Attention[]> {
  const all = await services.instances.list();
  const watched = all.filter(({ paused }) => paused !== true);
  return (await Promise.all(watched.map((one) => ofInstance(services, one)))).flat();
}

async function ofInstance(services: ApiServices, { name, status, parkedReason, parkedSince }: Instance) {
  const { instances, feeds, plans, outages, clockSkews, removals, quarantine, clock, timings } = services;
  const [rooms, outage, skew, holds, rows, plan, noted] = await Promise.all([
    instances.roomsOf(name),
    outages.of(name),
    clockSkews.of(name),
    removals.list(name),
    quarantine.list(name, { limit: counted }),
    plans.load(name),
    services.stalledOwners.list(name, counted),
  ]);
  const own = feedsOfInstance(name, rooms).map(({ feedId }) => feedId);
  const standing = await feeds.loadAll([...own, ...noted.owners.map(({ feedId }) => feedId)]);
  const stalled = standing.filter(isStalled);
  const unidentified = rows.entries.filter(({ reason }) => reason === "no_readable_id").length;
  const undecided = holds.filter(({ decision }) => decision === undefined);
  const beat = plan?.unseenHeartbeats[0];
  const found: Attention[] = [];
  const add = (kind: AttentionKind, entry: Omit<Found, "instance">) => {
    found.push(attentionOf(kind, { instance: name, ...entry }));
  };
  if (outage !== undefined)
    add("source_unreachable", { what: `${outage.asked}: ${outage.fault}`, count: 1, since: outage.since });
  if (status === "parked") add("instance_parked", { ...defined({ what: parkedReason }), count: 1, since: parkedSince });
  if (skew !== undefined) add("clocks_apart", { what: skewText(skew.offset), count: 1, since: skew.since });
  for (const { source, missing, since } of undecided) add("removals_held", { what: source, count: missing, since });
  if (rows.entries.length > 0) {
    add("rows_quarantined", {
      ...{ count: rows.entries.length, since: rows.entries[0]?.keptAt },
      ...(unidentified > 0 && { what: withoutIdText(unidentified) }),
      ...(rows.next !== undefined && { more: true }),
    });
  }
  const stalledAt = ({ stalledSince = Number.POSITIVE_INFINITY }: (typeof stalled)[number]) => stalledSince;
  const [oldest] = stalled.toSorted((one, other) => stalledAt(one) - stalledAt(other));
  if (oldest !== undefined) {
    const { stalledSince: since, lastError: what } = oldest;
    add("feeds_stalled", { ...defined({ what }), count: stalled.length, since, ...(noted.more && { more: true }) });
  }
  if (beat !== undefined && clock.now() - beat > timings.heartbeatLimit)
    add("polling_paused", { count: 1, since: beat });
  return found;
}

/** Each row may be a record that seems to be missing (docs/feeds.md#rows-without-a-readable-id). */
function withoutIdText(count: number): string {
  return count === 1
    ? "1 row has no readable ID. As long as it stays in its list, removals from that list may be held"
    : `${count} rows have no readable ID. As long as they stay in their lists, removals from those lists may be held`;
}

export function skewText(offset: number): string {
  const seconds = Math.round(Math.abs(offset) / 1_000);
  return `the Feedhook server's clock is ${seconds} s ${offset > 0 ? "behind" : "ahead of"} the source's`;
}

async function ofQueues(
  { probe, redrive: { changes } }: ApiServices,
  counting: ReturnType<StatusProbe["queueDepths"]>,
): Promise<readonly Attention[]> {
  const [depths = {}, setAside = 0] = await Promise.all([counting, probe.changesSetAside?.()]);
  const dead = Object.entries(depths).filter(([, depth]) => depth.dead > 0);
  const command = typeof changes === "function" ? {} : changes;
  return [
    ...dead.map(([what, { dead: count, deadSince }]) => attentionOf("dead_letters", { what, count, since: deadSince })),
    ...(setAside > 0 ? [attentionOf("changes_set_aside", { count: setAside, ...command })] : []),
  ];
}

async function ofDisk({ probe }: ApiServices): Promise<readonly Attention[]> {
  const since = await probe.fullSince?.();
  return since === undefined ? [] : [attentionOf("disk_full", { count: 1, since })];
}

async function ofBackups({ probe }: ApiServices): Promise<readonly Attention[]> {
  const { missingSince: since, fault: what } = (await probe.backups?.()) ?? {};
  return since === undefined ? [] : [attentionOf("backups_missing", { count: 1, since, ...defined({ what }) })];
}
