import * as z from "zod";
import { canonicalJson } from "../../kernel/canonical-json.ts";
import { owner } from "../../kernel/envelope.ts";
import { sha256 } from "../../kernel/hash.ts";
import { json } from "../../kernel/json.ts";
import { instanceName } from "../../source/instance.ts";

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
]);
export type FeedKind = z.infer<typeof feedKind>;

/** Feeds of one class share a wheel and a part of the instance's budget. */
export const feedClass = z.enum(["timelines", "rooms", "owners", "walks", "small"]);
export type FeedClass = z.infer<typeof feedClass>;

/** What makes a feed this feed. Its query never changes: another query is another feed (hazards 9 to 11). */
export const feedIdentity = z.object({
  instance: instanceName,
  kind: feedKind,
  owner: owner.optional(),
  /** The frozen query, without `cursor` and `since`. */
  query: z.record(z.string(), z.string()),
});
export type FeedIdentity = z.infer<typeof feedIdentity>;

/**
 * A feed as it stands in the `feeds` table (pk `feedId`, sk `feed`). `checkpoint` belongs to the reader of its kind,
 * which parses it with its own schema; `rev` guards it. `wheel` is the index partition that says when it is due;
 * `nowRev` rises with every wish to be polled at once, so that a visit that began before doesn't undo the wish.
 */
export const feed = feedIdentity.extend({
  feedId: z.string(),
  class: feedClass,
  rev: z.int(),
  checkpoint: json.optional(),
  /** The period is 2^level ticks of the class's wheel. */
  level: z.int().min(0).max(20),
  wheel: z.string(),
  nowRev: z.int(),
  status: z.enum(["active", "backing_off", "parked"]),
  /** First contact read to its end; always true for feeds that have none. */
  drained: z.boolean(),
  /** Unix ms. Written at most once per `timings.polledAtGap` by empty polls. */
  polledAt: z.int().optional(),
  /** Change time (unix ms) of the newest row read, for the lag. */
  watermark: z.int().optional(),
  /** Consecutive failures, and when to try again (unix ms). */
  failures: z.int(),
  retryAt: z.int().optional(),
  lastError: z.string().optional(),
  /** Unix ms. A wanted feed whose message is on its way isn't sent again before this; the visit's last write removes it. */
  sentUntil: z.int().optional(),
});
export type Feed = z.infer<typeof feed>;

/** What a tick needs of a feed that is wanted: it looks at many, most of them on their way already. */
export const wantedFeed = feed.pick({
  instance: true,
  feedId: true,
  class: true,
  level: true,
  wheel: true,
  nowRev: true,
  status: true,
  sentUntil: true,
  retryAt: true,
});
export type WantedFeed = z.infer<typeof wantedFeed>;

/** `acme#person-timeline#5c0d0b6c…`; of owners and rooms `acme#owner#Company#<id>`. */
export function feedIdOf({ instance, kind, owner, query }: FeedIdentity): string {
  if (owner !== undefined) return `${instance}#${kind}#${owner.type}#${owner.id}`;
  return `${instance}#${kind}#${sha256(canonicalJson(query)).toString("hex").slice(0, 12)}`;
}
