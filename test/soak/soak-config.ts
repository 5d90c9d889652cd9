const second = 1_000;
const minute = 60 * second;

/** The time (ms) within which a healthy bridge reads a change. The comparison leaves it this much. */
export const soakPatience = { record: 45 * second, owner: 3 * minute } as const;

/**
 * The retention of most rows in ms: longer than the longest outage, a clock ahead and the waits after them together, or
 * events would expire before their delivery. With 30 days that can't happen.
 */
export const soakRetention = 20 * minute;

/**
 * Short periods and retentions: an hour has to show what a year does, so that every kind of row expires and is deleted
 * many times during the soak.
 */
const soakTimings = {
  tick: second,
  startBy: 20 * second,
  pollDeadline: minute,
  timelinePeriod: 3 * second,
  polledAtGap: 10 * second,
  ownerPeriod: 20 * second,
  dormantPeriod: 40 * second,
  sweepPeriod: minute,
  sweepOverlap: 5 * minute,
  deepSweepPeriod: 10 * minute,
  walkPeriod: minute,
  smallPeriod: minute,
  scrubPeriod: 20 * minute,
  heldReview: 30 * second,
  fastOverlap: 15 * second,
  fastOverlapMin: 10 * second,
  candidateAge: 20 * second,
  confirmGap: 5 * second,
  anchorLag: 10 * second,
  journalRereadPeriod: 10 * minute,
  journalRereadAge: 5 * minute,
  documentTimelinePeriod: 30 * second,
  snapshotPeriod: 60 * second,
  snapshotPeriodCap: 2 * minute,
  heartbeatPeriod: 30 * second,
  heartbeatLimit: 3 * minute,
  republishPeriod: 3 * minute,
  republishAge: 4 * minute,
  republishReach: 8 * minute,
  messageRetries: [second, 3 * second, 5 * second],
  backlogRetries: [10 * second, 20 * second, 30 * second, minute, minute, minute, 2 * minute, 2 * minute, 2 * minute],
  endpointProbes: [5 * second, 10 * second, 20 * second],
  unhealthyLimit: 6 * minute,
  pausedLimit: 3 * minute,
  eventRetention: soakRetention,
  deliveryRetention: soakRetention,
  ledgerRetention: soakRetention,
  journalBodyRetention: soakRetention,
  tombstoneRetention: 20 * minute,
  quarantineRetention: soakRetention,
} as const;

/**
 * Faults in single requests, all the time. Refusals for load and slow responses are rare, because each of them halves
 * the request budget for half an hour, and little would be left to test.
 */
export const soakFaults =
  "401=0.02,429=0.00003:1,500=0.005:3,503=0.00003:1,reset=0.01,slow=0.003:1500,truncated=0.01,html=0.005,full-view-404=0.02";

type Place = {
  readonly partnerUrl: string;
  readonly instances: readonly object[];
  readonly dataDir: string;
  readonly port: number;
  readonly operatorKey: string;
};

/** The config file of the bridge, as an operator would write it. Backups go below `directory`. */
export function soakConfig(place: Place, directory: string): string {
  return JSON.stringify({
    ...place,
    log: "json",
    allowInsecureEndpoints: true,
    logLevels: { poll: "warn", deliver: "warn", delivery: "error" },
    logSample: { "tick.done": 20 },
    backup: { directory: `${directory}/backups`, everyHours: 0.1, keep: 2 },
    backupPassphrase: "passphrase-of-the-soak",
    timings: soakTimings,
  });
}
