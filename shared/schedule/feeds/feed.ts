import * as z from "zod";
import { canonicalJson } from "../../kernel/canonical-json.ts";
import { owner } from "../../kernel/envelope.ts";
import { formerNames } from "../../kernel/former-names.ts";
import { sha256 } from "../../kernel/hash.ts";
import { idInKey } from "../../kernel/id-in-key.ts";
import { json } from "../../kernel/json.ts";
import { instanceName } from "../../source/instance.ts";
import { changeRate } from "../rates/change-rate.ts";
import { hint } from "./hint.ts";

export const feedKind = z.enum([
  "person-timeline",
  "company-timeline",
  "project-timeline",
  "activity-timeline",
  "room",
  "owner",
  "person-walk",
  "company-walk",
  "project-walk",
  "activity-walk",
  "person-count",
  "company-count",
  "project-count",
  "activity-count",
  "company-template",
  "project-template",
  "project-scrub",
  "activity-scrub",
  "document-scrub",
]);
export type FeedKind = z.infer<typeof feedKind>;

/** What visits of a feed read, added up since it stands. */
export const feedStats = z.object({
  rows: z.int(),
  /** Rows that showed no change: re-read for safety, or found by another reading before. */
  duplicates: z.int(),
  /** Rows that a sweep, a walk or a scrub found though the fast lane had passed them. */
  missed: z.int(),
  /** Rows that couldn't be read and were put aside. */
  quarantined: z.int(),
  /** Pages that the first contact has read so far. Of owners' feeds, the instance's budget counts them together (`PressureGauge`). */
  pages: z.int().exactOptional(),
});
export type FeedStats = z.infer<typeof feedStats>;

/**
 * A run of visits of a feed that went alike, the last one's end last. A list, since each write of the feed carries it: unix ms
 * of the first visit's beginning and of the last one's, how many visits they were, ms that the last one took, and of all of
 * them requests, rows read and changes found. Then how they ended: an outcome of `PassEnd`, of a failure with its reason behind
 * a colon; `saved` where a visit saved its position and wrote nothing about its end.
 */
export const feedVisits = z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.string()]);
export type FeedVisits = z.infer<typeof feedVisits>;

/** Feeds of one class share a wheel and a part of the instance's budget. */
export const feedClass = z.enum(["timelines", "rooms", "owners", "walks", "small", "scrubs"]);
export type FeedClass = z.infer<typeof feedClass>;

/** The identity of a feed. Its query never changes: another query is another feed (hazards 9 to 11). */
export const feedIdentity = z.object({
  instance: instanceName,
  kind: feedKind,
  owner: owner.optional(),
  /** The frozen query, without `cursor` and `since`. */
  query: z.record(z.string(), z.string()),
});
export type FeedIdentity = z.infer<typeof feedIdentity>;

/**
 * Reading again publishes nothing twice: the mirror remembers what it has seen. `anew` makes it a first contact, so that what is met
 * for the first time is baseline.
 */
export const rewind = z.object({ to: z.int().exactOptional(), anew: z.literal(true).exactOptional() });
export type Rewind = z.infer<typeof rewind>;

/**
 * A feed as it stands in the `feeds` table (pk `feedId`, sk `feed`). `checkpoint` belongs to the reader of its kind,
 * which parses it with its own schema; `rev` guards it. `wheel` is the index partition that says when it is due;
 * `nowRev` rises with every poll request, so that a visit that began before doesn't undo the request.
 */
export const feed = feedIdentity.extend({
  feedId: z.string(),
  class: feedClass,
  rev: z.int(),
  checkpoint: json.optional(),
  /** Which of its class's periods it has, counted in ticks of the wheel (`ticksOf`). */
  level: z.int().min(0).max(20),
  wheel: z.string(),
  nowRev: z.int(),
  /**
   * Unix ms until which a message with this feed may be under way: the feed is neither granted nor visited again before. The
   * tick that granted a requested poll sets it, and a visit that may last; the visit's last write removes it.
   */
  underWayUntil: z.int().optional(),
  /** `paused` by an operator; the others by what its visits met. */
  status: z.enum(["active", "backing_off", "parked", "paused"]),
  /** Feeds of owners have it: rises whenever something elsewhere touched their documents; the snapshot notes up to where it looked. */
  dirtyRev: z.int().optional(),
  /** An operator asked to read again from that moment (unix ms, the source's clock; absent: from the start). */
  rewind: rewind.optional(),
  /** The `rev` of the last rewind of the whole instance that this feed has taken. */
  rewoundFor: z.int().optional(),
  /** First contact read to its end; always true for feeds that have none. */
  drained: z.boolean(),
  /** Unix ms. Written at most once per `timings.polledAtGap` by empty polls. */
  polledAt: z.int().optional(),
  /** Change time (unix ms) of the newest row read, for the lag. */
  watermark: z.int().optional(),
  /** Consecutive visits that ran out of requests: so much more is granted to the next one. */
  shortVisits: z.int().optional(),
  /** Consecutive failures, and when to try again (unix ms). */
  failures: z.int(),
  /** Failures in a row besides those, which were put down to the instance: others failed at the same time. */
  instanceFailures: z.int().optional(),
  retryAt: z.int().optional(),
  lastError: z.string().optional(),
  /**
   * Unix ms of the first of those failures, or of the first visit that ran out before it read anything; and of the moment
   * at which the operators were notified that the feed stalls.
   */
  failingSince: z.int().optional(),
  stalledSince: z.int().optional(),
  /** An operator asked to retry rows in quarantine. */
  retryQuarantined: z.literal(true).optional(),
  /** Rows that its lists are asked for at most, since larger answers were too large or took too long; and since when (unix ms). */
  pageLimit: z.object({ size: z.int().min(1), at: z.int() }).optional(),
  /** Written along with what a visit writes anyway. */
  stats: feedStats.optional(),
  /** Its last visits of those that wrote anything, oldest first; written along with what they wrote. */
  visits: z.array(feedVisits).optional(),
  /** Feeds of owners have it: how often something is found, from which the level follows. It is written along with what was found. */
  changeRate: changeRate.optional(),
  /** Unix ms since when an owner has existed that became known by first contact, as far as its record says. */
  knownSince: z.int().optional(),
  /** Why the next visit was requested: the visit learns whether that was right. */
  hint: hint.optional(),
});
export type Feed = z.infer<typeof feed>;

/** A feed as it may stand in a table that an earlier version wrote. */
export const storedFeed = z.preprocess(formerNames({ activity: "changeRate" }), feed);

/** What a tick needs of a feed whose poll was requested. */
export const requestedFeed = feed.pick({
  instance: true,
  feedId: true,
  class: true,
  level: true,
  wheel: true,
  nowRev: true,
  underWayUntil: true,
  status: true,
  drained: true,
  retryAt: true,
  shortVisits: true,
});
export type RequestedFeed = z.infer<typeof requestedFeed>;

/** `acme#person-timeline#5c0d0b6c…`; of owners and rooms `acme#owner#Company#<id>`. */
export function feedIdOf({ instance, kind, owner, query }: FeedIdentity): string {
  if (owner !== undefined) return `${instance}#${kind}#${owner.type}#${idInKey(owner.id)}`;
  return `${instance}#${kind}#${sha256(canonicalJson(query)).toString("hex").slice(0, 12)}`;
}
