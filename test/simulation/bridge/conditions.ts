import type { Randomness } from "../../../shared/kernel/ports/randomness.ts";
import type { Timings } from "../../../shared/kernel/timings.ts";

/** What an engine may do to its callers, each with a probability per opportunity. */
export const engineFaults = [
  /** A function dies at the call of a port, before or after its effect. */
  "kill",
  /** A call fails without an effect. */
  "refusal",
  /** A call has its effect but fails. */
  "lostReply",
  /** A conditional write succeeds, is repeated by the client, and the repetition fails its condition. */
  "falseConflict",
  /** Only some of several puts are written, and the call fails. */
  "partialPut",
  /** A message is queued twice. */
  "duplicate",
  /** A message is minutes late. */
  "lateMessage",
  /** A function's result isn't acknowledged, so the message is received again. */
  "lostAcknowledgement",
  /** The bus refuses an entry of a batch. */
  "refusedEntry",
  /** A completed stream batch is repeated. */
  "streamRepeat",
  /** A stream record can't be decoded once. */
  "streamGarble",
  /** A call of a port takes seconds. */
  "slowCall",
  /** The account has no container left: a batch or a request is refused before any code runs. */
  "throttle",
  /** The change stream loses records that nobody read within its day. */
  "streamTrim",
] as const;
export type EngineFault = (typeof engineFaults)[number];

const rates: { readonly [fault in EngineFault]: number } = {
  kill: 0.003,
  refusal: 0.004,
  lostReply: 0.003,
  falseConflict: 0.02,
  partialPut: 0.03,
  duplicate: 0.08,
  lateMessage: 0.01,
  lostAcknowledgement: 0.05,
  refusedEntry: 0.05,
  streamRepeat: 0.08,
  streamGarble: 0.03,
  slowCall: 0.003,
  throttle: 0.02,
  streamTrim: 0.01,
};

/**
 * What the source does to those who poll it, in the sandbox's format. A list row whose read by id gets a 404 is
 * skipped, and the visit requests a walk. The checkpoint oracle excuses that row, but not at the end of the history.
 */
const sourceFaults = [
  ...["401=0.03", "429=0.03:4", "500=0.02:3", "503=0.02:8", "truncated=0.02", "html=0.02", "slow=0.03"],
  ...[
    "burst=0.1:5000",
    "429-date=0.02:4",
    "reset=0.03",
    "late=0.03:8000",
    "revoked=0.01",
    "token=0.1",
    "expired=0.02",
    "404=0.01",
  ],
];

export type Conditions = {
  readonly faults: { readonly [fault in EngineFault]: number };
  /** The faults of the source, in the sandbox's format. */
  readonly source: string;
  /**
   * Each container handles one invocation at a time, as on Lambda. Otherwise one process does everything, as on a
   * single machine.
   */
  readonly oneAtATime: boolean;
  /** How much (ms) containers' clocks are off at most. */
  readonly skew: number;
  /** How much (ms) an index lags behind its table at most. */
  readonly indexLag: number;
  /** The part of the changes of projects and activities that reads by id show later than the lists. */
  readonly lag: number;
  /**
   * Whether walks and snapshots run. They would repair what another reading missed. Without them, each reading must
   * find its own changes.
   */
  readonly healing: boolean;
  /** Whether the last release also runs. Functions are deployed and rolled back during the history. */
  readonly twoVersions: boolean;
  /** Whether the source has a second instance, which only one of the partners has. */
  readonly twoInstances: boolean;
  /** Whether the source's instances have share rooms. */
  readonly rooms: boolean;
  /** Whether a subscription's events go to a queue in AWS. The last release knows no destinations. */
  readonly destination: boolean;
  /** Whether the canary sends its own events and receives them. */
  readonly canary: boolean;
  /** How many records each instance has at first. */
  readonly records: number;
  /** How many minutes pass before all faults end. */
  readonly minutes: number;
  readonly timings: Partial<Timings>;
};

const seconds = 1_000;
const minutes = 60 * seconds;
const days = 24 * 60 * minutes;

/** Short enough for everything to happen within an hour, with the same ratios as the defaults. */
const shortTimings: Partial<Timings> = {
  tick: 15 * seconds,
  claimLife: 20 * seconds,
  timelinePeriod: 60 * seconds,
  sweepPeriod: 8 * minutes,
  smallPeriod: 5 * minutes,
  walkPeriod: 6 * minutes,
  candidateAge: 1 * minutes,
  snapshotPeriod: 6 * minutes,
  snapshotPeriodCap: 6 * minutes,
  documentTimelinePeriod: 6 * minutes,
  scrubPeriod: 1 * days,
  ownerPeriod: 6 * minutes,
  dormantPeriod: 6 * minutes,
  heldReview: 5 * minutes,
  republishPeriod: 4 * minutes,
  republishAge: 4 * minutes,
  heartbeatPeriod: 3 * minutes,
  pollDeadline: 40 * seconds,
  endpointProbes: [20 * seconds, 40 * seconds, 60 * seconds],
  newEndpoint: 5 * minutes,
  messageRetries: [5 * seconds, 20 * seconds],
  backlogRetries: [
    45 * seconds,
    60 * seconds,
    90 * seconds,
    120 * seconds,
    180 * seconds,
    240 * seconds,
    300 * seconds,
  ],
  retryAfterCap: 3 * minutes,
  republishReach: 12 * minutes,
  journalBodyRetention: 12 * minutes,
};

const withoutHealing: Partial<Timings> = {
  sweepPeriod: 30 * days,
  walkPeriod: 30 * days,
  snapshotPeriod: 30 * days,
  snapshotPeriodCap: 30 * days,
  documentTimelinePeriod: 30 * days,
  deepSweepPeriod: 30 * days,
};

/**
 * The conditions of a seed. Each kind of fault is on in about half of the seeds. If everything went wrong at the same
 * time, little would get far enough to fail in an interesting way.
 */
export function conditionsOf(randomness: Randomness): Conditions {
  const chance = (probability: number): boolean => randomness.fraction() < probability;
  const calm = chance(0.1);
  const on = (): boolean => chance(0.5) && !calm;
  const strength = (): number => 0.3 + 1.7 * randomness.fraction();
  const rateOf = (fault: EngineFault): number => (on() ? rates[fault] * strength() : 0);
  const faults = Object.fromEntries(engineFaults.map((fault) => [fault, rateOf(fault)] as const));
  const healing = chance(0.65);
  return {
    faults: faults as Conditions["faults"],
    source: sourceFaults.filter(() => chance(0.3) && !calm).join(","),
    oneAtATime: chance(0.6),
    skew: on() ? 2 * seconds : 0,
    indexLag: on() ? 1_500 : 0,
    lag: 0,
    healing,
    twoVersions: false,
    twoInstances: false,
    rooms: false,
    destination: false,
    canary: false,
    records: 15,
    minutes: 8 + Math.floor(randomness.fraction() * 6),
    timings: { ...shortTimings, ...(healing ? {} : withoutHealing) },
  };
}

/** The same conditions without any faults. */
export function calm(conditions: Conditions): Conditions {
  const faults = Object.fromEntries(engineFaults.map((fault) => [fault, 0]));
  return { ...conditions, faults: faults as Conditions["faults"], source: "", lag: 0 };
}
