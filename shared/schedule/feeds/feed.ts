import * as z from "zod";
import { canonicalJson } from "../../kernel/canonical-json.ts";
import { owner } from "../../kernel/envelope.ts";
import { idInKey, sha256 } from "../../kernel/hash.ts";
import { json } from "../../kernel/json.ts";
import { formerNames } from "../../kernel/parse.ts";
import { instanceName } from "../../source/instance.ts";
import { changeRate } from "../rates/change-rate.ts";
import { completeRead } from "./complete-reads.ts";

/**
 * Why an owner's documents may have changed. `record`: the owner's own record changed. `activity`: the owner is a
 * project, and one of its activities changed. `document`: another owner's journal recorded a change to a document that
 * this owner also holds.
 */
export const hint = z.enum(["record", "activity", "document"]);
export type Hint = z.infer<typeof hint>;

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

export const feedStats = z.object({
  rows: z.int(),
  /** Rows that showed no change: read again for safety, or already found by another reading. */
  duplicates: z.int(),
  /** Rows that a sweep, a walk or a scrub found even though the fast pass had passed them. */
  missed: z.int(),
  quarantined: z.int(),
  /** The pages that first contact has read. */
  pages: z.int().exactOptional(),
});
export type FeedStats = z.infer<typeof feedStats>;

/**
 * One visit, or consecutive visits that found nothing and had the same result. An array keeps each write of the feed
 * small. Its elements are the starts of the first and the last visit (unix ms), the number of visits, the duration (ms)
 * of the last visit, the sums of requests, rows read and changes found, and the result. The result is an outcome of
 * `PassEnd`, or `saved` if a visit saved its position but not how it ended. `failed` and `parked` include the reason,
 * as in `failed:<reason>`.
 */
export const feedVisits = z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.string()]);
export type FeedVisits = z.infer<typeof feedVisits>;

export const feedClass = z.enum(["timelines", "rooms", "owners", "walks", "small", "scrubs"]);
export type FeedClass = z.infer<typeof feedClass>;

/** A different query is a different feed (hazards 9 to 11). */
export const feedIdentity = z.object({
  instance: instanceName,
  kind: feedKind,
  owner: owner.optional(),
  /** Without `cursor` and `since`. */
  query: z.record(z.string(), z.string()),
});
export type FeedIdentity = z.infer<typeof feedIdentity>;

/**
 * An operator's request to read a feed again from `to` (unix ms, the source's clock), or from the start. No event is
 * published twice, because the mirror remembers what was read. With `anew`, the reading counts as a first contact:
 * records found for the first time may be baseline.
 */
export const rewind = z.object({ to: z.int().exactOptional(), anew: z.literal(true).exactOptional() });
export type Rewind = z.infer<typeof rewind>;

/**
 * Table `feeds`, pk `feedId`, sk `feed`. The reader for the feed's kind parses `checkpoint`. `wheel`: the index
 * partition that says when the feed is due. `nowRev` rises with every poll request, so a visit that began earlier can't
 * undo the request.
 */
export const feed = feedIdentity.extend({
  feedId: z.string(),
  class: feedClass,
  rev: z.int(),
  checkpoint: json.optional(),
  /** The feed's level on the wheel of its class (`ticksOf`). */
  level: z.int().min(0).max(20),
  wheel: z.string(),
  nowRev: z.int(),
  /**
   * Until this time (unix ms), a message with this feed may be under way: no poll request for the feed is granted, and
   * no other message visits the feed. The tick that grants a requested poll sets this mark, and so does a visit that
   * may take long. The visit's last write removes the mark.
   */
  underWayUntil: z.int().optional(),
  /** An operator sets `paused`; the other states follow from the results of visits. */
  status: z.enum(["active", "backing_off", "parked", "paused"]),
  /** Rises whenever the owner is marked dirty. A snapshot notes the value that it covers. */
  dirtyRev: z.int().optional(),
  rewind: rewind.optional(),
  /** The `rev` of the last rewind of the whole instance that was applied to this feed. */
  rewoundFor: z.int().optional(),
  /** Whether the feed's first contact is complete; always true for feeds without a first contact. */
  drained: z.boolean(),
  /**
   * When a visit last read the feed to its end (unix ms). Written at most once per `timings.polledAtGap`, and never for
   * owners.
   */
  polledAt: z.int().optional(),
  /** The change time (unix ms) up to which a timeline is completely read; absent for other feeds. */
  watermark: z.int().optional(),
  /** The number of consecutive visits that ran out of requests. It decides how many requests the next visit gets. */
  shortVisits: z.int().optional(),
  /** Oldest first; absent for owners. Written only together with a visit's other writes. */
  completeReads: z.array(completeRead).optional(),
  /** Consecutive failures. */
  failures: z.int(),
  /** Consecutive failures that don't count in `failures`, because they say nothing about this feed. */
  instanceFailures: z.int().optional(),
  retryAt: z.int().optional(),
  lastError: z.string().optional(),
  /**
   * When the consecutive failures began, or when a visit first ran out of requests or time before it read anything
   * (unix ms).
   */
  failingSince: z.int().optional(),
  stalledSince: z.int().optional(),
  /** An operator asked to retry quarantined rows. */
  retryQuarantined: z.literal(true).optional(),
  /**
   * Since `at` (unix ms), list requests ask for at most `size` rows. Responses with more rows were too large or slow.
   */
  pageLimit: z.object({ size: z.int().min(1), at: z.int() }).optional(),
  /** Written only together with other writes of a visit. */
  stats: feedStats.optional(),
  /** The last visits that wrote anything, oldest first; written together with what they wrote. */
  visits: z.array(feedVisits).optional(),
  /** Determines an owner's level. Written only together with a visit's position. */
  changeRate: changeRate.optional(),
  /** For owners that first contact found: when the owner was created (unix ms), according to its record. */
  knownSince: z.int().optional(),
  /** Why the next visit was requested. After the visit, `HintPrecision` learns whether the hint was right. */
  hint: hint.optional(),
});
export type Feed = z.infer<typeof feed>;

export const storedFeed = z.preprocess(formerNames({ activity: "changeRate" }), feed);

/** The attributes that a tick needs from a feed whose poll was requested. */
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

/** `acme#person-timeline#5c0d0b6c…`; for owners and rooms `acme#owner#Company#<id>`. */
export function feedIdOf({ instance, kind, owner, query }: FeedIdentity): string {
  if (owner !== undefined) return `${instance}#${kind}#${owner.type}#${idInKey(owner.id)}`;
  return `${instance}#${kind}#${sha256(canonicalJson(query)).toString("hex").slice(0, 12)}`;
}
