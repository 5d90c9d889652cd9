import { defined } from "../../kernel/defined.ts";
import { isoTime } from "../../kernel/instant.ts";
import { timelineCheckpointOf } from "../../polling/timelines/timeline-checkpoint.ts";
import { walkCheckpointOf } from "../../polling/walks/walk-checkpoint.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import { feedKinds } from "../../schedule/feeds/feed-kinds.ts";
import { feedState, isStalled } from "../../schedule/feeds/feed-state.ts";
import type { OwnersEstimate } from "../../schedule/wheel/owners-estimate.ts";
import type { Instance } from "../../source/instance.ts";
import type { ApiServices } from "../api-services.ts";
import { type CompletenessKind, completenessKind, type Uncertainty } from "./completeness-schemas.ts";

export function kindOfFeed({ kind }: Pick<Feed, "kind">): CompletenessKind {
  return kind === "room" ? "room" : (feedKinds[kind].resource ?? "document");
}

/** The maximum number of quarantined rows, and of stalled owners, that are counted. */
const counted = 100;

export type UncertainFacts = {
  readonly instance: Instance;
  readonly standing: readonly Feed[];
  readonly missing: number;
  readonly owners: OwnersEstimate | undefined;
  readonly unseenBeat: number | undefined;
  readonly setAside: number;
  readonly now: number;
};

export async function uncertaintiesOf(services: ApiServices, facts: UncertainFacts): Promise<readonly Uncertainty[]> {
  const { name } = facts.instance;
  const { outages, removals, quarantine, stalledOwners, feeds } = services;
  const [outage, holds, rows, noted] = await Promise.all([
    outages.of(name),
    removals.list(name),
    quarantine.list(name, { limit: counted }),
    stalledOwners.list(name, counted),
  ]);
  const stalled = (await feeds.loadAll(noted.owners.map(({ feedId }) => feedId))).filter(isStalled);
  const found = [...ofInstance(facts)];
  if (outage !== undefined) found.push({ code: "source_unreachable", since: isoTime(outage.since) });
  found.push(...facts.standing.flatMap(ofFeed));
  found.push(...facts.standing.flatMap((feed) => ofLaggingReads(services, feed, facts.now)));
  if (stalled.length > 0)
    found.push({ code: "owners_stalled", kind: "document", count: stalled.length, ...moreIf(noted.more) });
  found.push(...ofOwners(facts));
  for (const { source, missing, since } of holds) {
    const kind = completenessKind.safeParse(source === "folder" ? "document" : source).data;
    found.push({ code: "removals_held", count: missing, since: isoTime(since), ...defined({ kind }) });
  }
  const [first] = rows.entries;
  if (first !== undefined) {
    const { length: count } = rows.entries;
    found.push({ code: "rows_quarantined", count, since: isoTime(first.keptAt), ...moreIf(rows.next !== undefined) });
  }
  found.push(...ofPublishing(services, facts));
  return found;
}

const moreIf = (more: boolean): { readonly more?: true } => (more ? { more: true } : {});

function ofInstance({ instance, standing, missing }: UncertainFacts): readonly Uncertainty[] {
  const { status, paused, parkedReason, parkedSince } = instance;
  const unread = standing.filter(({ drained, status: state }) => !drained && state !== "parked").length + missing;
  const parked = { reason: parkedReason, since: isoTime(parkedSince) };
  return [
    ...(status === "parked" ? [{ code: "instance_parked", ...defined(parked) } as const] : []),
    ...(paused === true ? [{ code: "instance_paused" } as const] : []),
    ...(unread === 0 ? [] : [{ code: "first_contact", count: unread } as const]),
  ];
}

function ofFeed(feed: Feed): readonly Uncertainty[] {
  const state = feedState(feed);
  if (state === "active") return [];
  const { lastError: reason, failingSince, stalledSince } = feed;
  const kind: CompletenessKind | undefined = kindOfFeed(feed);
  const since = isoTime(failingSince ?? stalledSince);
  return [{ code: `feed_${state}`, ...defined({ kind, reason, since }) }];
}

/**
 * While reads by id lag behind their list, changes to the list's records may be missing. A lag that the next readings
 * can still repair (`laggedFrom`) is reported only if the last complete reading is older than `fastOverlapMax`, because
 * a short lag delays little.
 */
function ofLaggingReads(
  { timings }: ApiServices,
  { kind: feedKind, class: feedClass, feedId, checkpoint, completeReads = [] }: Feed,
  now: number,
): readonly Uncertainty[] {
  const kind = kindOfFeed({ kind: feedKind });
  const isTemplate = kind === "company_template" || kind === "project_template";
  if (feedClass !== "timelines" && !isTemplate) return [];
  const { laggingFrom, laggedFrom } = isTemplate
    ? { laggingFrom: undefined, laggedFrom: walkCheckpointOf(checkpoint, feedId).askAgainAt }
    : timelineCheckpointOf(checkpoint, feedId);
  const completeFrom = completeReads.findLast(({ removalsOnly }) => removalsOnly === undefined)?.from;
  const isLong = completeFrom === undefined || now - completeFrom > timings.fastOverlapMax;
  if (laggingFrom === undefined && (laggedFrom === undefined || !isLong)) return [];
  return [{ code: "reads_behind", kind, ...defined({ since: isoTime(laggingFrom ?? completeFrom) }) }];
}

function ofOwners({ owners, now }: UncertainFacts): readonly Uncertainty[] {
  if (owners === undefined || owners.stretch <= 1) return [];
  const lag = Math.max(owners.lag ?? 0, owners.dormantLag ?? 0);
  return [{ code: "owners_behind", kind: "document", since: isoTime(now - lag) }];
}

function ofPublishing(
  { timings }: Pick<ApiServices, "timings">,
  { unseenBeat, setAside, now }: UncertainFacts,
): readonly Uncertainty[] {
  const isBehind = unseenBeat !== undefined && now - unseenBeat > timings.heartbeatPeriod;
  return [
    ...(isBehind ? [{ code: "publishing_behind", since: isoTime(unseenBeat) } as const] : []),
    ...(setAside > 0 ? [{ code: "changes_set_aside" } as const] : []),
  ];
}
