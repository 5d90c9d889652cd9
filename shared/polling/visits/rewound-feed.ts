import { defined } from "../../kernel/defined.ts";
import { definedJson } from "../../kernel/defined-json.ts";
import { isJsonObject, type Json } from "../../kernel/json.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Feed, Rewind } from "../../schedule/feeds/feed.ts";
import type { FeedStore } from "../../schedule/feeds/feed-store.ts";
import { hasFirstContact } from "../../schedule/feeds/feeds-of-instance.ts";
import type { Instance } from "../../source/instance.ts";
import { journalCheckpointOf, replayedFromStart } from "../journal/journal-checkpoint.ts";
import { ownerDocumentsOf } from "../owners/owner-checkpoint.ts";
import { timelineCheckpointOf } from "../timelines/timeline-checkpoint.ts";
import { walkCheckpointOf } from "../walks/walk-checkpoint.ts";

/** Applies a rewind of the feed or its instance. Returns undefined if another worker saved the feed first. */
export async function rewoundFeed(
  { feeds, clock }: { readonly feeds: Pick<FeedStore, "save">; readonly clock: Clock },
  feed: Feed,
  ofInstance: Instance["rewind"],
): Promise<Feed | undefined> {
  const isNew = ofInstance !== undefined && feed.rewoundFor !== ofInstance.rev;
  const request = both(feed.rewind, isNew ? ofInstance : undefined);
  if (request === undefined) return feed;
  const patch = {
    ...rewound(feed, request, clock.now()),
    rewind: undefined,
    retryAt: undefined,
    rewoundFor: ofInstance?.rev ?? feed.rewoundFor,
    // The feed's first contact begins again, and with it the count of its pages.
    ...(request.anew === true && feed.stats?.pages !== undefined && { stats: { ...feed.stats, pages: 0 } }),
  };
  const saved = await feeds.save(feed, patch);
  return saved.outcome === "conflict" ? undefined : { ...feed, ...patch, rev: saved.rev };
}

function both(one: Rewind | undefined, other: Rewind | undefined): Rewind | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const to = one.to === undefined || other.to === undefined ? undefined : Math.min(one.to, other.to);
  return defined({ to, anew: one.anew ?? other.anew });
}

/**
 * The feed keeps what it has learned about how late rows become visible and whether lists hide inactive rows. Only a
 * timeline goes back to the time in the request. All other feeds start over: journal entries may be dated by hand
 * (hazard 39), and walks, counts and scrubs have no change times.
 */
function rewound(feed: Feed, request: Rewind, now: number): Pick<Feed, "checkpoint" | "drained"> {
  const anew = request.anew === true;
  const drained = anew ? !hasFirstContact(feed) : feed.drained;
  if (feed.checkpoint === undefined) return { drained };
  switch (feed.class) {
    case "timelines":
      return { drained, checkpoint: timelineFrom(feed, request) };
    case "rooms":
    case "owners":
      return { drained, checkpoint: ownerFromStart(feed, anew, now) };
    case "scrubs":
      return { drained, checkpoint: undefined };
    case "walks":
    case "small":
      // A count keeps nothing. If the whole instance is rewound, the walk that it was compared with also starts over.
      return { drained, checkpoint: feed.kind.endsWith("-count") ? undefined : walkFromStart(feed) };
  }
}

function timelineFrom({ checkpoint, feedId }: Feed, { to, anew }: Rewind): Json {
  const { lateness, tolerates, drained } = timelineCheckpointOf(checkpoint, feedId);
  const watermark = anew === true ? undefined : to;
  return definedJson({ lateness, tolerates, watermark, drained: drained && anew !== true, ties: [] });
}

/**
 * A journal can be read again from its start, because it is never pruned
 * (docs/partner-api.md#change-feed-never-pruned). Entries that are already stored are counted and not recorded again.
 */
function ownerFromStart({ checkpoint, feedId }: Feed, anew: boolean, now: number): Json {
  const known = journalCheckpointOf(checkpoint, feedId, now);
  const journal = { ...replayedFromStart(known), first: known.first || anew };
  if (!isJsonObject(checkpoint) || checkpoint["snapshot"] === undefined) return definedJson({ journal });
  const { snapshot } = ownerDocumentsOf(checkpoint, feedId, 0);
  const unread = { ...snapshot, dirty: true, digests: [], pass: undefined, ...(anew && { completedAt: undefined }) };
  return definedJson({ journal, timeline: {}, snapshot: unread });
}

function walkFromStart({ checkpoint, feedId }: Feed): Json {
  const { generation, hidesInactive } = walkCheckpointOf(checkpoint, feedId);
  return definedJson({ generation, hidesInactive, phase: { name: "idle" } });
}
