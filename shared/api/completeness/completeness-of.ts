import { defined } from "../../kernel/defined.ts";
import { isoTime } from "../../kernel/instant.ts";
import { scrubCheckpointOf } from "../../polling/scrub/scrub-reader.ts";
import { timelineCheckpointOf } from "../../polling/timelines/timeline-checkpoint.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import { feedsOfInstance } from "../../schedule/feeds/feeds-of-instance.ts";
import { heartbeatSeenByAll } from "../../schedule/tick/heartbeats.ts";
import { ownersEstimate } from "../../schedule/wheel/owners-estimate.ts";
import type { Instance } from "../../source/instance.ts";
import type { ApiServices } from "../api-services.ts";
import {
  type CompletenessAnswer,
  type CompletenessKind,
  completenessKind,
  type KindAnswer,
  type KnownAnswer,
  type ScrubAnswer,
} from "./completeness-schemas.ts";
import { clocksApart, type Known, knownBeforeTies, knownOf, knownRemovals, leastOf, openIn } from "./known-until.ts";
import { kindOfFeed, uncertaintiesOf } from "./uncertainties.ts";

type Asked = {
  readonly kinds?: readonly CompletenessKind[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

type KindKnown = {
  readonly kind: CompletenessKind;
  readonly changes: Known;
  readonly withinSeconds?: number | undefined;
  readonly listed?: Known | undefined;
  readonly removals?: Known | undefined;
};

/** The number of reads doesn't grow with the number of owners. */
export async function completenessOf(
  services: ApiServices,
  instance: Instance,
  { kinds, from, to }: Asked,
): Promise<CompletenessAnswer> {
  const { feeds, instances, plans, probe, feedTable, clock } = services;
  const { name } = instance;
  const wanted = feedsOfInstance(name, await instances.roomsOf(name));
  // The state of publishing is read before the feeds. Without this order, a reading of the source that is noted in
  // between would count too early.
  const [seen, exact, setAside = 0] = await Promise.all([
    heartbeatSeenByAll(feedTable, name),
    probe.publishedUntil?.(),
    probe.changesSetAside?.(),
  ]);
  const [standing, plan] = await Promise.all([feeds.loadAll(wanted.map(({ feedId }) => feedId)), plans.load(name)]);
  const now = clock.now();
  // The heartbeat's time comes from another process's clock. An engine that knows its stream doesn't need heartbeats:
  // they pass changes that are set aside, and would count them as published as soon as a redrive begins.
  const published = setAside > 0 ? undefined : Math.max(exact ?? seen - clocksApart, 0) || undefined;
  const isWanted = (kind: CompletenessKind) => kinds === undefined || kinds.includes(kind);
  const known = completenessKind.options
    .filter(isWanted)
    .flatMap((kind) => knownOfKind(kind, wanted, standing, published, services) ?? []);
  const together = known.filter(({ kind }) => kinds !== undefined || kind !== "document");
  const changes = least(together.map(({ kind, changes: one }) => [kind, one]));
  const removals = least(together.flatMap(({ kind, removals: one }) => (one === undefined ? [] : [[kind, one]])));
  const owners = plan && ownersEstimate(plan.owners, now);
  const facts = { instance, standing, missing: wanted.length - standing.length, owners, setAside, now };
  const all = await uncertaintiesOf(services, { ...facts, unseenBeat: plan?.unseenHeartbeats[0] });
  const uncertain = all.filter(({ kind }) => kind === undefined || isWanted(kind));
  const waited = owners && Math.max(owners.lag ?? 0, owners.dormantLag ?? 0);
  const estimated = owners !== undefined && (owners.lag ?? owners.dormantLag) !== undefined;
  return {
    ...{ at: isoTime(now), instance: name, changes, removals },
    ...defined({ published: isoTime(published) }),
    kinds: known.map((one) => ({
      ...kindView(one),
      ...(one.kind === "document" && estimated && { estimatedUntil: isoTime(now - (waited ?? 0)) }),
    })),
    scrubs: standing
      .filter((feed) => feed.class === "scrubs" && isWanted(kindOfFeed(feed)))
      .map((feed) => scrubView(feed, now)),
    uncertain: [...uncertain],
    ...(to !== undefined && { period: periodView({ from, to }, known, instance, uncertain, now) }),
  };
}

function knownOfKind(
  kind: CompletenessKind,
  wanted: readonly Feed[],
  standing: readonly Feed[],
  published: number | undefined,
  { timings }: Pick<ApiServices, "timings">,
): KindKnown | undefined {
  // A list may show a past state (docs/partner-api.md#late-pages).
  const behind = timings.fastOverlap;
  if (kind === "document") return { kind, changes: { until: undefined, reason: "estimated_only" } };
  const own = wanted.filter((feed) => kindOfFeed(feed) === kind);
  const find = (feedId: string) => standing.find((feed) => feed.feedId === feedId);
  const of = (feed: Feed) => knownOf(find(feed.feedId), published, behind);
  if (kind === "room") {
    // An unreachable room's last changes can no longer be read (docs/partner-api.md#rooms-vanish).
    const rooms = own.filter(({ feedId }) => find(feedId)?.status !== "parked");
    return rooms.length === 0
      ? undefined
      : { kind, changes: leastOf(rooms.map(of)), withinSeconds: timings.anchorLag / 1_000 };
  }
  const walk = own.find(({ class: name }) => name === "walks");
  if (walk === undefined) {
    const list = leastOf(own.filter((feed) => feed.kind.endsWith("-template")).map(of));
    return { kind, changes: list, listed: list, removals: knownRemovals(list, timings) };
  }
  const walked = of(walk);
  const removals = knownRemovals(knownOf(find(walk.feedId), published, behind, "removals"), timings);
  const timelines = own.filter(({ class: name }) => name === "timelines");
  const latenesses = timelines.map(({ feedId }) => find(feedId)?.completeReads?.at(-1)?.lateness ?? 0);
  const changes = timelines.map((feed) => {
    const { feedId } = feed;
    const { ties } = timelineCheckpointOf(find(feedId)?.checkpoint, feedId);
    return knownBeforeTies(of(feed), { ties, lateness: timings.fastOverlap, walked });
  });
  const within = Math.min(...latenesses) / 1_000;
  return {
    ...{ kind, changes: leastOf(changes), listed: walked, removals },
    ...(within > 0 && { withinSeconds: within }),
  };
}

const knownView = (known: Known): KnownAnswer =>
  known.until === undefined ? { reason: known.reason } : { until: isoTime(known.until) };

function kindView({ kind, changes, withinSeconds, listed, removals }: KindKnown): KindAnswer {
  return {
    ...{ kind, changes: knownView(changes) },
    ...defined({ withinSeconds, listed: listed && knownView(listed), removals: removals && knownView(removals) }),
  };
}

function least(all: readonly (readonly [CompletenessKind, Known])[]): KnownAnswer {
  const known = leastOf(all.map(([, one]) => one));
  const kind = all.find(([, { until }]) => until === known.until)?.[0];
  return { ...knownView(known), ...defined({ kind }) };
}

function scrubView(feed: Feed, now: number): ScrubAnswer {
  const kind = kindOfFeed(feed);
  if (feed.checkpoint === undefined) return { kind };
  const { beganAt, read: compared, found, last } = scrubCheckpointOf(feed.checkpoint, feed.feedId, now);
  const running = beganAt <= now ? { beganAt: isoTime(beganAt), compared, found } : undefined;
  const ended = last && {
    ...{ beganAt: isoTime(last.beganAt), endedAt: isoTime(last.endedAt) },
    ...{ compared: last.read, found: last.found },
  };
  return { kind, ...defined({ last: ended, running }) };
}

function periodView(
  { from, to }: { readonly from: number | undefined; readonly to: number },
  known: readonly KindKnown[],
  { connectedAt }: Instance,
  uncertain: CompletenessAnswer["uncertain"],
  now: number,
): NonNullable<CompletenessAnswer["period"]> {
  const reasons = openIn(
    { from, to },
    {
      changes: leastOf(known.map(({ changes }) => changes)),
      removals: leastOf(known.flatMap(({ removals }) => removals ?? [])),
      ...{ connectedAt, now },
      uncertain: uncertain.map(({ since }) => since),
    },
  );
  const start = isoTime(from ?? connectedAt);
  return { ...defined({ from: start }), to: isoTime(to), complete: reasons.length === 0, reasons: [...reasons] };
}
