import { unixMs } from "../../kernel/instant.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";

/**
 * Why no time is known:
 * - `first_contact`: the list hasn't been read to its end for the first time.
 * - `not_noted`: it was read, but no gapless reading is noted.
 * - `not_published`: what the noted readings found isn't known to be published.
 * - `estimated_only`: no reading of owners is noted, so their documents have only an estimate.
 */
export const unknownReasons = ["first_contact", "not_noted", "not_published", "estimated_only"] as const;
export type UnknownReason = (typeof unknownReasons)[number];

/** Everything until `until` (unix ms, the source's clock) is known, or nothing is. */
export type Known = { readonly until: number } | { readonly until: undefined; readonly reason: UnknownReason };

/** How far apart (ms) the clocks of the bridge's processes may be. */
export const clocksApart = 10_000;

/**
 * The time up to which the source's changes (or, with `about`, its removals) are known to be published, from the
 * gapless readings that a feed's visits noted. Everything that was in the mirror by `published` (unix ms, our clocks)
 * is on the bus. So a reading counts if everything that it found was in the mirror by then. The result is at least
 * `behind` (ms) before the start of the reading that counts, because a list may show a past state.
 */
export function knownOf(
  feed: Pick<Feed, "drained" | "completeReads"> | undefined,
  published: number | undefined,
  behind: number,
  about: "changes" | "removals" = "changes",
): Known {
  const { drained = false, completeReads: all = [] } = feed ?? {};
  const completeReads = all.filter(({ removalsOnly }) => removalsOnly === undefined || about === "removals");
  if (completeReads.length === 0) return { until: undefined, reason: drained ? "not_noted" : "first_contact" };
  const counting = completeReads.filter(({ by }) => published !== undefined && by <= published);
  if (counting.length === 0) return { until: undefined, reason: "not_published" };
  return { until: Math.max(...counting.map(({ from, lateness }) => from - Math.max(2 * lateness, behind))) };
}

/** What is known of all parts together: nothing if one is unknown, otherwise everything up to the earliest time. */
export function leastOf(all: readonly Known[]): Known {
  const unknown = all.find(({ until }) => until === undefined);
  if (unknown !== undefined) return unknown;
  const times = all.flatMap(({ until }) => until ?? []);
  return times.length === 0 ? { until: undefined, reason: "not_noted" } : { until: Math.min(...times) };
}

/**
 * The known time of a timeline. Its reader skips milliseconds with too many rows (`ties`), which only the walk reads.
 * So the known time ends before the first tie that the walk's known time, minus `lateness`, doesn't reach.
 */
export function knownBeforeTies(
  known: Known,
  { ties, lateness, walked }: { readonly ties: readonly number[]; readonly lateness: number; readonly walked: Known },
): Known {
  if (known.until === undefined) return known;
  const open = ties.filter((tie) => walked.until === undefined || walked.until < tie + lateness);
  return { until: Math.min(known.until, ...open.map((tie) => tie - 1)) };
}

/**
 * What is known of removals, from the walk. A walk looks only for records that had been known for `candidateAge` when
 * it began (hazard 25), so the known time ends `candidateAge` before the walk's start.
 */
export function knownRemovals(walked: Known, { candidateAge }: Pick<Timings, "candidateAge">): Known {
  return walked.until === undefined ? walked : { until: walked.until - candidateAge };
}

export type Period = { readonly from: number | undefined; readonly to: number };

/** Why a period isn't known to be complete. */
export const periodReasons = [
  "changes_not_known",
  "removals_not_known",
  "before_connection",
  "in_the_future",
  "uncertain",
] as const;
export type PeriodReason = (typeof periodReasons)[number];

/**
 * Why the source's changes and removals from `from` (default: the connection) until `to` (exclusive) aren't known to be
 * published; empty if they are. `uncertain`: when each uncertainty began (ISO 8601); undefined if it may concern any
 * time.
 */
export function openIn(
  { from, to }: Period,
  {
    changes,
    removals,
    connectedAt,
    uncertain,
    now,
  }: {
    readonly changes: Known;
    readonly removals: Known;
    readonly connectedAt: number | undefined;
    readonly uncertain: readonly (string | undefined)[];
    readonly now: number;
  },
): readonly PeriodReason[] {
  const lacks = ({ until }: Known) => until === undefined || until < to;
  const isOpen = (since: string | undefined) => since === undefined || (unixMs(since) ?? 0) < to;
  const found: { readonly [reason in PeriodReason]: boolean } = {
    changes_not_known: lacks(changes),
    removals_not_known: lacks(removals),
    before_connection: connectedAt === undefined || (from !== undefined && from < connectedAt),
    in_the_future: to > now,
    uncertain: uncertain.some(isOpen),
  };
  return periodReasons.filter((reason) => found[reason]);
}
