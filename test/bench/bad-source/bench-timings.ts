import { defaultTimings, type Timings } from "../../../shared/kernel/timings.ts";

const seconds = 1_000;

/** Of a world: the bridge's timings, and how long (ms) each part of it lasts. */
export type BenchTimings = {
  readonly timings: Timings;
  /** For so long the source changes with its faults, and for so long it is down. */
  readonly live: number;
  readonly outage: number;
  /** How long is waited at most for what was changed while it is live, after an outage, and once all faults are over. */
  readonly drain: number;
  readonly catchUp: number;
  readonly end: number;
  /** How long the first contact of the world without faults may take. */
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
      // Far below what the budget can hold, so that owners are due again while a slow visit goes on.
      ownerPeriod: 3 * seconds,
      dormantPeriod: 3 * seconds,
      smallPeriod: 30 * seconds,
      walkPeriod: 30 * seconds,
      // Documents that stand in no folder show in no change feed.
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
