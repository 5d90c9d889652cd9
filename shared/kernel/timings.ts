import * as z from "zod";

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const days = 24 * hours;

/** Durations in milliseconds. The comments explain those whose names say too little. */
export const defaultTimings = {
  tick: 15 * seconds,
  /** How long a tick may hold the plan. After that, a later tick repeats its work. */
  claimLife: 30 * seconds,
  /**
   * The feeds of a poll message older than this are requested again instead of polled, because the message's allowance
   * belongs to a past tick.
   */
  startBy: 60 * seconds,
  /** After this time, a worker stops reading pages; a later visit continues. The poll function's timeout is longer. */
  pollDeadline: 4 * minutes,
  timelinePeriod: 30 * seconds,
  /** How often the sweep re-reads what the fast pass may have missed. */
  sweepPeriod: 1 * hours,
  roomPeriod: 5 * minutes,
  /**
   * The longest wait of an owner; a dormant owner waits up to `dormantPeriod`. If the budget is too small, both times
   * grow by the same factor.
   */
  ownerPeriod: 6 * hours,
  dormantPeriod: 48 * hours,
  /** The shortest time between two turns of an owner, however large the budget is. */
  ownerGap: 5 * seconds,
  walkPeriod: 24 * hours,
  /** How often every project, activity and document is read by id, as far as the budget allows. */
  scrubPeriod: 7 * days,
  /** How long one visit of a walk may take before the walk yields to other work. */
  walkBox: 60 * seconds,
  /** The period of count probes and templates. Both are cheap, and a count probe soon shows deletions. */
  smallPeriod: 5 * minutes,
  /**
   * The shortest time between the beginning of a hold and its confirmation by a later list: operators need time to look
   * at the held removals.
   */
  heldReview: 12 * hours,
  /**
   * The fast pass reads from an overlap before the watermark, because rows commit later than their change time
   * (hazard 4). The overlap depends on how late rows arrive. It is at least `fastOverlap` until enough rows have been
   * seen, and then at least `fastOverlapMin`. It is at most `fastOverlapMax`.
   */
  fastOverlap: 2 * minutes,
  fastOverlapMin: 15 * seconds,
  fastOverlapMax: 15 * minutes,
  sweepOverlap: 1 * hours,
  /** How often the sweep reaches further back, for transactions that last up to a day. */
  deepSweepPeriod: 24 * hours,
  deepSweepOverlap: 26 * hours,
  /** The watermark stays this far behind the server's `Date`, which has whole seconds (hazard 7). */
  serverTimeMargin: 1 * seconds,
  /** A read that began less than this after an item's `asOf` may be older than the item, and is repeated by id. */
  lateReadMargin: 2 * seconds,
  clockOffsetWindow: 10 * minutes,
  /**
   * A pass moves the anchor beyond a journal cursor only if the cursor was first seen this long before the pass
   * (hazard 38).
   */
  anchorLag: 2 * minutes,
  journalRereadPeriod: 1 * days,
  journalRereadAge: 1 * hours,
  /** How often an owner's document timeline is read; less often if the owner's snapshots find nothing. */
  documentTimelinePeriod: 1 * hours,
  /**
   * How often a snapshot of an owner that isn't dirty is taken. Each snapshot that finds nothing doubles the period, up
   * to `snapshotPeriodCap`.
   */
  snapshotPeriod: 6 * hours,
  snapshotPeriodCap: 7 * days,
  /** A walk counts a record as missing only if it was first seen at least this long before the walk (hazard 25). */
  candidateAge: 1 * hours,
  /** The time between the two 404s that confirm a removal. */
  confirmGap: 60 * seconds,
  /** The shortest time between two writes of `polledAt` by polls that find nothing. */
  polledAtGap: 60 * seconds,
  /**
   * A feed that has failed for this long is stalled. Ten failures in a row, or a refusal right after a failure, have
   * the same effect earlier.
   */
  stallAfter: 1 * hours,
  parkedProbe: 5 * minutes,
  heartbeatPeriod: 10 * minutes,
  /**
   * While a heartbeat has been missing for longer than this, nothing is dispatched, because publishing is broken
   * (docs/architecture.md#when-broken-we-stop-reading).
   */
  heartbeatLimit: 1 * hours,
  /** The limit for one request to the source, including the body. */
  sourceTimeout: 30 * seconds,
  /** Upper bounds of the full-jitter waits before a request to the source is retried. */
  sourceRetries: [500, 2 * seconds, 8 * seconds],
  /** A token is renewed this long before it expires (docs/partner-api.md#token-reuse). */
  tokenMargin: 60 * seconds,
  registryCache: 60 * seconds,
  dataKeyCache: 1 * hours,
  /** The limit for a fast delivery attempt, from name resolution to the response. */
  fastDeadline: 3 * seconds,
  /** The same limit in the slow lane, unless the subscription sets another one. */
  deliveryDeadline: 15 * seconds,
  /** How long an endpoint that exceeded the fast lane's deadline stays in the slow lane. */
  slowLane: 1 * hours,
  /**
   * An endpoint's circuit opens after five failures in a row. It also opens if the last 20 attempts lie within this
   * time and at least half of them failed.
   */
  failureWindow: 1 * minutes,
  /**
   * How long an endpoint counts as new after its subscription was created or changed. The circuit of a new endpoint
   * without a recent success opens only after more failures.
   */
  newEndpoint: 1 * hours,
  /** The waits before each probe of an open endpoint. The last one repeats. */
  endpointProbes: [30 * seconds, 1 * minutes, 2 * minutes, 5 * minutes, 10 * minutes, 20 * minutes, 30 * minutes],
  /** An endpoint's owner gets an event about a failure that lasts longer than this. */
  unhealthyNotice: 10 * minutes,
  /** The owner is warned this long before the pause. */
  pauseWarning: 24 * hours,
  /**
   * How long an endpoint is unhealthy before it is paused. The sum of a delivery's waits is longer, so no delivery
   * expires first.
   */
  unhealthyLimit: 72 * hours,
  pausedProbe: 6 * hours,
  pausedLimit: 14 * days,
  /** The time between two portions of a backlog that is drained at a rate. */
  drainStep: 1 * seconds,
  /** How often the bridge counts unhealthy endpoints and measures how long their deliveries wait. */
  backlogMonitorPeriod: 5 * minutes,
  /** How often the mirror is searched for changes of the last `republishReach` whose events were never published. */
  republishPeriod: 24 * hours,
  republishReach: 48 * hours,
  /**
   * Younger changes are left to the change stream. The age exceeds `heartbeatLimit`: once a heartbeat has been missing
   * for that long, nothing new is read.
   */
  republishAge: 2 * hours,
  /**
   * The shortest time between the detection of an event and its ordered delivery, in which events published out of
   * order catch up. It exceeds the sum of the windows of the change stream and of fan-out.
   */
  orderedDelay: 7 * seconds,
  /** The waits before attempts 2, 3 and 4 of a delivery, as queue delays (at most 15 min each). */
  messageRetries: [5 * seconds, 30 * seconds, 2 * minutes],
  /** The waits before the later attempts, in the backlog. */
  backlogRetries: [5 * minutes, 30 * minutes, 2 * hours, 5 * hours, 10 * hours, 14 * hours, 20 * hours, 24 * hours],
  /** The longest wait that an endpoint can request with `Retry-After`. */
  retryAfterCap: 6 * hours,
  /** After this time, a dead worker's claim of an attempt can be taken over. Every delivery's deadline is shorter. */
  claimRetention: 60 * seconds,
  pingGap: 10 * seconds,
  /**
   * How long the API waits for the result of a ping or a test alert: above `deliveryDeadline`, below the timeout of the
   * `api` function.
   */
  pingWait: 20 * seconds,
  /** The waits before a refused alert is sent again, as queue delays (at most 15 min each). */
  alertRetries: [1 * minutes, 5 * minutes, 15 * minutes, 15 * minutes, 15 * minutes],
  eventRetention: 30 * days,
  deliveryRetention: 30 * days,
  ledgerRetention: 8 * days,
  /**
   * After this time, an entry of a change feed loses its body. Its key stays as long as its owner exists, because
   * occurrences are counted by keys.
   */
  journalBodyRetention: 90 * days,
  tombstoneRetention: 400 * days,
  /** Unreadable rows may contain personal data, as other rows do. */
  quarantineRetention: 90 * days,
};

const ms = z.int().min(0);
const ladder = z.array(ms).min(1);
const queueDelays = z.array(ms.max(15 * minutes)).min(1);

type Schemas<T> = { [name in keyof T]: T[name] extends number ? typeof ms : typeof ladder };

function schemasOf<T extends object>(defaults: T): Schemas<T>;
function schemasOf(defaults: object): object {
  return Object.fromEntries(Object.entries(defaults).map(([name, time]) => [name, Array.isArray(time) ? ladder : ms]));
}

/** An operator may override some durations (`timings` in the config file), and tests use short ones. */
export const timings = z.strictObject({
  ...schemasOf(defaultTimings),
  tick: ms.min(50),
  sourceTimeout: ms.min(1),
  fastDeadline: ms.min(1),
  deliveryDeadline: ms.min(1).max(30 * seconds),
  pausedProbe: ms.min(1),
  drainStep: ms.min(1),
  backlogMonitorPeriod: ms.min(1),
  republishPeriod: ms.min(1),
  messageRetries: queueDelays,
  alertRetries: queueDelays,
});
export type Timings = z.infer<typeof timings>;
