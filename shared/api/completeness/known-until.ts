import { unixMs } from "../../kernel/instant.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";

/**
 * Why no time is known:
 * - `first_contact`: the list was never read to its end.
 * - `not_noted`: the list was read to its end, but no gapless reading is noted.
 * - `not_published`: what the noted readings found isn't known to be published.
 * - `estimated_only`: owners' readings aren't noted, so for their documents, there is only an estimate.
 */
export const unknownReasons = ["first_contact", "not_noted", "not_published", "estimated_only"] as const;
export type UnknownReason = (typeof unknownReasons)[number];

/** `until`: unix ms, by the source's clock. */
export type Known = { readonly until: number } | { readonly until: undefined; readonly reason: UnknownReason };

/** How far apart (ms) the clocks of the bridge's processes may be. */
export const clocksApart = 10_000;

/**
 * Derives the known time from the gapless readings that a feed's visits noted. Everything that was in the mirror before
 * `published` (unix ms, our clocks) is on the bus, but a change of that millisecond may not be. So a reading counts if
 * everything that it found was in the mirror before then. The known time is at least `behind` (ms) before the start of
 * that reading, because a list may show a past state.
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
  const counting = completeReads.filter(({ by }) => published !== undefined && by < published);
  if (counting.length === 0) return { until: undefined, reason: "not_published" };
  return { until: Math.max(...counting.map(({ from, lateness }) => from - Math.max(2 * lateness, behind))) };
}

export function leastOf(all: readonly Known[]): Known {
  const unknown = all.find(({ until }) => until === undefined);
  if (unknown !== undefined) return unknown;
  const times = all.flatMap(({ until }) => until ?? []);
  return times.length === 0 ? { until: undefined, reason: "not_noted" } : { until: Math.min(...times) };
}

/**
 * A timeline's reader skips milliseconds with too many rows (`ties`), which only the walk reads. So the known time ends
 * before the first tie that is later than the walk's known time minus `lateness`.
 */
export function knownBeforeTies(
  known: Known,
  { ties, lateness, walked }: { readonly ties: readonly number[]; readonly lateness: number; readonly walked: Known },
): Known {
  if (known.until === undefined) return known;
  const open = ties.filter((tie) => walked.until === undefined || walked.until < tie + lateness);
  return { until: Math.min(known.until, ...open.map((tie) => tie - 1)) };
}

/** A walk looks only for records that had been known for `candidateAge` when it began (hazard 25). */
export function knownRemovals(walked: Known, { candidateAge }: Pick<Timings, "candidateAge">): Known {
  return walked.until === undefined ? walked : { until: walked.until - candidateAge };
}

export type Period = { readonly from: number | undefined; readonly to: number };

export const periodReasons = [
  "changes_not_known",
  "removals_not_known",
  "before_connection",
  "in_the_future",
  "uncertain",
] as const;
export type PeriodReason = (typeof periodReasons)[number];

type Facts = {
  readonly changes: Known;
  readonly removals: Known;
  readonly connectedAt: number | undefined;
  /** When each uncertainty began (ISO 8601); undefined for an uncertainty that may concern any time. */
  readonly uncertain: readonly (string | undefined)[];
  readonly now: number;
};

/** `from` defaults to the connection, and `to` is exclusive. */
export function openIn({ from, to }: Period, facts: Facts): readonly PeriodReason[] {
  const { changes, removals, connectedAt, uncertain, now } = facts;
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
