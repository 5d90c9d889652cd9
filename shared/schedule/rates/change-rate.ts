import * as z from "zod";

const minute = 60_000;
const days = 24 * 60 * minute;

/** A change this long ago (ms) counts half as much as a new one. */
export const halfLife = 60 * days;
/** How long (ms) after a change another one is more likely than usual. */
export const burstTime = 30 * minute;

/** Without observations, an owner is assumed to change once in two days. A single change outweighs this assumption. */
const prior = { changes: 0.15, time: 0.3 * days } as const;
/** The assumption about bursts: of `changes` changes, the fraction `part` came soon after another change. */
const burstPrior = { changes: 4, part: 0.05 } as const;
const mostFollowing = 0.9;

/**
 * Without `history`, a change dated longer ago than this (ms) counts from when it was found, because an uploader can
 * choose any date.
 */
const believable = 2 * days;
/** With `history`, a change older than this (ms) would weigh almost nothing, so it is treated as exactly this old. */
const oldest = 10 * halfLife;

/**
 * A moment is a minute in which something changed: a hundred files uploaded together are one moment. The rate is
 * written only when something was found, so readers calculate the decay since `at`.
 */
export const changeRate = z.object({
  /** The decayed number of moments, as of `at` (unix ms). */
  moments: z.number(),
  /** How many of the moments came within {@link burstTime} of the previous moment; decayed like `moments`. */
  following: z.number(),
  at: z.int(),
  /** When the observation began (unix ms). */
  since: z.int(),
  /** The time of the last moment (unix ms). */
  last: z.int().exactOptional(),
});
export type ChangeRate = z.infer<typeof changeRate>;

export const newChangeRate = (since: number): ChangeRate => ({ moments: 0, following: 0, at: since, since });

/**
 * `times`: unix ms; undefined if the source gave no readable time. `history`: whether the changes were found before a
 * pass first reached the feed's end.
 */
export type ObservedChanges = { readonly times: readonly (number | undefined)[]; readonly history: boolean };

export function withObserved(before: ChangeRate, { times, history }: ObservedChanges, now: number): ChangeRate {
  const found = momentsOf(
    times,
    history ? { from: now - oldest, tooOld: now - oldest } : { from: now - believable, tooOld: now },
    now,
  );
  let moments = before.moments * decayed(now - before.at);
  let following = before.following * decayed(now - before.at);
  // A moment in the future was stored while our clock was ahead, so its real time is unknown.
  let last = before.last !== undefined && before.last > now ? undefined : before.last;
  for (const moment of found) {
    const weight = decayed(now - moment);
    moments += weight;
    if (last !== undefined && moment >= last && moment - last <= burstTime) following += weight;
    last = Math.max(moment, last ?? moment);
  }
  return {
    moments: rounded(moments),
    following: rounded(following),
    at: now,
    since: Math.min(before.since, history ? (found[0] ?? now) : now),
    ...(last !== undefined && { last }),
  };
}

/**
 * Whether the rate was stored while our clock was ahead. Such a rate doesn't decay until the clock reaches the rate's
 * time.
 */
export const isAhead = ({ at, since, last = at }: ChangeRate, now: number): boolean =>
  Math.max(at, since, last) > now + minute;

/** Returns one time per minute, in order. A missing or future date counts as `now`. */
function momentsOf(
  times: readonly (number | undefined)[],
  { from, tooOld }: { readonly from: number; readonly tooOld: number },
  now: number,
): readonly number[] {
  const credible = times.map((time) => (time === undefined || time > now ? now : time < from ? tooOld : time));
  return [...new Map(credible.map((time) => [Math.floor(time / minute), Math.round(time)])).values()].sort(
    (one, other) => one - other,
  );
}

/** Changes per ms in the long run: the mean of a Gamma posterior whose evidence has a half-life. */
export function rateOf({ moments, at, since }: ChangeRate, now: number): number {
  const known = (halfLife / Math.LN2) * (1 - decayed(now - since));
  return (prior.changes + moments * decayed(now - at)) / (prior.time + known);
}

/** If an owner's changes come in bursts, more changes are expected in the minutes after a change. */
export function expectedRate(activity: ChangeRate, now: number): number {
  const rate = rateOf(activity, now);
  const { last } = activity;
  if (last === undefined || last > now + minute) return rate;
  const part = followingPart(activity, rate, now);
  return rate * (1 - part) + (part / burstTime) * Math.exp(-Math.max(0, now - last) / burstTime);
}

/** The fraction of changes that soon follow another change, without those that do so by chance. */
function followingPart({ moments, following, at }: ChangeRate, rate: number, now: number): number {
  const decay = decayed(now - at);
  const byChance = moments * (1 - Math.exp(-rate * burstTime));
  const beyond = burstPrior.changes * burstPrior.part + (following - byChance) * decay;
  return Math.min(mostFollowing, Math.max(0, beyond / (burstPrior.changes + moments * decay)));
}

const decayed = (age: number): number => 2 ** (-Math.max(0, age) / halfLife);

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
