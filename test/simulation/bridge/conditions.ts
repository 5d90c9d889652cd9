import type { Randomness } from "../../../shared/kernel/ports/randomness.ts";
import type { Timings } from "../../../shared/kernel/timings.ts";

/** What an engine may do to its callers; each is a chance per opportunity. */
export const engineFaults = [
  /** A function dies at the call of a port, before or after its effect. */
  "kill",
  /** A call fails without an effect. */
  "refusal",
  /** A call has its effect and fails all the same. */
  "lostReply",
  /** A conditional write happens, is repeated by the client, and the repetition finds its condition not met. */
  "falseConflict",
  /** Of many puts some are written, and the call fails. */
  "partialPut",
  /** A message is queued twice. */
  "duplicate",
  /** A message comes minutes late. */
  "lateMessage",
  /** What a function has done isn't acknowledged, so it comes again. */
  "lostAcknowledgement",
  /** The bus refuses an entry of a batch. */
  "refusedEntry",
  /** A stream batch that is done comes again. */
  "streamRepeat",
  /** A stream record can't be decoded, once. */
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
 * What the source does to those who poll it, as the sandbox spells it. A list row whose read by id answers 404 is passed over, and
 * the visit requests a walk: the checkpoint oracle excuses that row, the end of the history doesn't.
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
  /** The sandbox's spelling of what goes wrong at the source. */
  readonly source: string;
  /** One invocation at a time per container, as on Lambda; otherwise one process does everything, as on one machine. */
  readonly oneAtATime: boolean;
  /** Ms that clocks of containers are off by, at most. */
  readonly skew: number;
  /** Ms that an index lags behind its table, at most. */
  readonly indexLag: number;
  /** Walks and snapshots would heal what another reading missed: without them, each reading must find its own. */
  readonly healing: boolean;
  /** The last release runs as well: functions are deployed and rolled back during the history. */
  readonly twoVersions: boolean;
  /** A second instance of the same source, which only one of the partners has. */
  readonly twoInstances: boolean;
  /** The canary sends events of its own and takes them back. */
  readonly canary: boolean;
  /** How many records each instance begins with. */
  readonly records: number;
  /** Minutes of history before everything is made well again. */
  readonly minutes: number;
  readonly timings: Partial<Timings>;
};

const seconds = 1_000;
const minutes = 60 * seconds;
const days = 24 * 60 * minutes;

/** Short enough for everything to happen within an hour; the relations between them are those of the defaults. */
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
 * The conditions of one seed. Each kind of trouble is on in about half of the seeds: where everything goes wrong at once,
 * little gets far enough to go wrong in an interesting way.
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
    healing,
    twoVersions: false,
    twoInstances: false,
    canary: false,
    records: 15,
    minutes: 8 + Math.floor(randomness.fraction() * 6),
    timings: { ...shortTimings, ...(healing ? {} : withoutHealing) },
  };
}

/** The same world in which nothing goes wrong any more. */
export function calm(conditions: Conditions): Conditions {
  const faults = Object.fromEntries(engineFaults.map((fault) => [fault, 0]));
  return { ...conditions, faults: faults as Conditions["faults"], source: "" };
}
