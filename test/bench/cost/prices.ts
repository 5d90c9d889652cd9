/** List prices in US dollars. Free tiers are left out. */
export const prices = {
  readOn: "2026-11-21",
  region: "us-east-1",
  /** Per million. */
  writeUnits: 0.625,
  readUnits: 0.125,
  /** Per million events of up to 64 KB. */
  busEvents: 1,
  /** Per million requests of up to 64 KB, to a standard queue with message groups. */
  queueRequests: 0.5,
  /** Per million. */
  invocations: 0.2,
  keyRequests: 3,
  /** arm64, per GB and second. */
  functionTime: 0.0000133334,
  /** Per GB. */
  logs: 0.5,
  egress: 0.09,
  /** Per month and metric that an alarm watches, not per alarm. */
  alarm: 0.1,
  /** Per million invocations. */
  schedule: 1,
  /** For Step Functions, per million. */
  transitions: 25,
  /** Per month. */
  metric: 0.3,
  key: 1,
  dashboard: 3,
  /** Per GB and month: for a table or an index, and for a table's point-in-time recovery. */
  storage: 0.25,
  recovery: 0.2,
} as const;

/**
 * Durations that can't be measured without a cloud, assumed from what such functions usually take: milliseconds of a
 * whole invocation. A delivery batch runs as long as its slowest response of 200 ms, and a poll as long as its requests
 * of 200 ms, with as many in flight as it has connections.
 */
export const durations = {
  clock: 40,
  tick: 60,
  publish: 90,
  fanout: 60,
  deliver: 260,
  recover: 40,
  alert: 200,
  pollRequest: 200,
  pollBase: 40,
} as const;

/** Connections of a poll to the source. */
export const pollConnections = 16;

/**
 * Bytes sent per request to the source: about 350 for its head with a token of 200, 30 for TLS, and 40 each for the
 * headers of its packet and of three acknowledgements. Connections stay open, so handshakes are rare.
 */
export const pollRequestBytes = 350 + 30 + 4 * 40;

/**
 * Bytes sent per delivery: TLS records, headers and acknowledgements in addition to the body. A tenth of the deliveries
 * need a handshake.
 */
export const deliveryOverhead = 900 + 0.1 * 4_000;

/** An event source polls a queue without a backlog with this many concurrent receives. */
export const pollers = 5;
/** Ms between two receives of one poller while messages come, as assumed. */
export const receiveGap = 100;
/**
 * How often an event source reads each shard of a change stream. A new table has four partitions, and a shard for each.
 */
export const streamReadsPerSecond = 4;
export const streamShards = 4;

/** A receive waits this long for a message. */
export const receiveSeconds = 20;
