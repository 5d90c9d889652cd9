import { defaultTimings, type Timings } from "../../../shared/kernel/timings.ts";

const seconds = 1_000;

/** A world's bridge timings, and how long (ms) each of its parts lasts. */
export type BenchTimings = {
  readonly timings: Timings;
  /** How long the source changes with its faults, and how long it is down. */
  readonly live: number;
  readonly outage: number;
  /** The longest waits: for live changes, after an outage, and after all faults. */
  readonly drain: number;
  readonly catchUp: number;
  readonly end: number;
  /** The longest first contact in the world without faults. */
  readonly firstContact: number;
};

export const benchTimings: { readonly [name in "short" | "real"]: BenchTimings } = {
  short: {
    timings: {
      ...defaultTimings,
      tick: 1 * seconds,
      claimLife: 5 * seconds,
      startBy: 10 * seconds,
      pollDeadline: 20 * seconds,
      timelinePeriod: 10 * seconds,
      // Far below the budget, so that owners are due again during a slow visit.
      ownerPeriod: 3 * seconds,
      dormantPeriod: 3 * seconds,
      smallPeriod: 30 * seconds,
      walkPeriod: 30 * seconds,
      // Documents outside folders have no entries in a change feed.
      documentTimelinePeriod: 60 * seconds,
      fastOverlap: 30 * seconds,
      fastOverlapMin: 20 * seconds,
      candidateAge: 20 * seconds,
      confirmGap: 5 * seconds,
      sourceTimeout: 12 * seconds,
      parkedProbe: 10 * seconds,
      heldReview: 30 * seconds,
    },
    ...{ live: 60 * seconds, outage: 45 * seconds, firstContact: 180 * seconds },
    ...{ drain: 45 * seconds, catchUp: 60 * seconds, end: 120 * seconds },
  },
  real: {
    timings: defaultTimings,
    ...{ live: 300 * seconds, outage: 600 * seconds, firstContact: 600 * seconds },
    ...{ drain: 180 * seconds, catchUp: 900 * seconds, end: 900 * seconds },
  },
};
