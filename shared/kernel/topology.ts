/**
 * The topology: tables, queues, the bus rule, the schedule and the functions, declared once as data. The CDK app makes
 * AWS resources of it, the single-node host its queues and pumps; neither can drift from the other.
 */

export type TableName = "feeds" | "mirror" | "events" | "subscriptions" | "deliveries";
export type QueueName = "ticks" | "poll" | "fanout" | "deliver" | "deliver-slow" | "recover";
export type FunctionName = "clock" | "tick" | "poll" | "publish" | "fanout" | "deliver" | "recover" | "canary" | "api";

export type IndexDeclaration = {
  readonly name: string;
  /** The partition attribute; items without it aren't in the index. */
  readonly partition: string;
  readonly sort: { readonly attribute: string; readonly type: "string" | "number" };
};

export type TableDeclaration = {
  readonly name: TableName;
  readonly indexes: readonly IndexDeclaration[];
  /** The attribute (unix seconds) that ends an item's life. Readers filter by it too, since engines delete days later. */
  readonly expiry: "expiresAt" | undefined;
  /** Whether its changes (old and new image) are streamed. */
  readonly streamed: boolean;
};

export const tables: { readonly [name in TableName]: TableDeclaration } = {
  feeds: {
    name: "feeds",
    indexes: [{ name: "wheel", partition: "wheel", sort: { attribute: "pk", type: "string" } }],
    expiry: "expiresAt",
    streamed: false,
  },
  mirror: { name: "mirror", indexes: [], expiry: "expiresAt", streamed: true },
  events: {
    name: "events",
    indexes: [{ name: "subject", partition: "subject", sort: { attribute: "sk", type: "string" } }],
    expiry: "expiresAt",
    streamed: false,
  },
  subscriptions: {
    name: "subscriptions",
    indexes: [{ name: "due", partition: "dueShard", sort: { attribute: "due", type: "number" } }],
    expiry: undefined,
    streamed: false,
  },
  deliveries: { name: "deliveries", indexes: [], expiry: "expiresAt", streamed: false },
};

export type QueueDeclaration = {
  readonly name: QueueName;
  readonly consumer: FunctionName;
  readonly batchSize: number;
  /** How long a batch may fill, in seconds. */
  readonly windowSeconds: number;
  /** At least 6 × the consumer's timeout and the window: a message that reappears while it is worked on is done twice. */
  readonly visibilitySeconds: number;
  /** Receives before the dead-letter queue; 5 at least, since throttles and crashes count as receives. */
  readonly maxReceives: number;
  readonly maxConcurrency: number;
  /** Messages carry a group, and a noisy group waits behind the quiet ones. */
  readonly fair: boolean;
};

export const queues: { readonly [name in QueueName]: QueueDeclaration } = {
  ticks: {
    name: "ticks",
    consumer: "tick",
    batchSize: 1,
    windowSeconds: 0,
    visibilitySeconds: 180,
    maxReceives: 5,
    maxConcurrency: 10,
    fair: true,
  },
  poll: {
    name: "poll",
    consumer: "poll",
    batchSize: 1,
    windowSeconds: 0,
    visibilitySeconds: 1_800,
    maxReceives: 5,
    maxConcurrency: 50,
    fair: true,
  },
  fanout: {
    name: "fanout",
    consumer: "fanout",
    batchSize: 100,
    windowSeconds: 1,
    visibilitySeconds: 370,
    maxReceives: 10,
    maxConcurrency: 50,
    fair: true,
  },
  deliver: {
    name: "deliver",
    consumer: "deliver",
    batchSize: 10,
    windowSeconds: 0,
    visibilitySeconds: 360,
    maxReceives: 10,
    maxConcurrency: 200,
    fair: true,
  },
  // Endpoints that answer slowly, and probes of unhealthy ones: they take no worker from the others.
  "deliver-slow": {
    name: "deliver-slow",
    consumer: "deliver",
    batchSize: 10,
    windowSeconds: 0,
    visibilitySeconds: 360,
    maxReceives: 10,
    maxConcurrency: 100,
    fair: true,
  },
  recover: {
    name: "recover",
    consumer: "recover",
    batchSize: 1,
    windowSeconds: 0,
    visibilitySeconds: 360,
    maxReceives: 5,
    maxConcurrency: 20,
    fair: true,
  },
};

/** The one rule on the bus: every event of ours goes to the fan-out queue as ids, grouped by instance. */
export const busRule = {
  source: "feedhook",
  queue: "fanout",
  group: "$.detail.instance",
  fields: { instance: "$.detail.instance", id: "$.detail.id", type: "$.detail.type" },
} as const;

/**
 * Mirror stream → publish. What fails is tried again until it is 20 hours old and goes whole to the failure destination
 * then, before the stream forgets it: an outage of the bus must not empty the stream into a bucket after a hundred attempts.
 */
export const mirrorStream = {
  consumer: "publish",
  batchSize: 100,
  windowSeconds: 0,
  parallelizationFactor: 2,
  maxAgeHours: 20,
  /** On one machine, whose stream forgets nothing by itself. */
  retryAttempts: 100,
  bisectOnError: true,
} as const;

/** Fires the clock function, which sends `ticksPerFire` tick messages per instance, spread over the minute. */
export const schedule = { consumer: "clock", everySeconds: 60, ticksPerFire: 4 } as const;

/** Sends an event of our own through the pipeline. Only on AWS: on one machine there is no bus or queue to lose it. */
export const canarySchedule = { consumer: "canary", everySeconds: 300 } as const;

export type Access = "read" | "write" | "readWrite";

export type FunctionDeclaration = {
  readonly name: FunctionName;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly tables: { readonly [name in TableName]?: Access };
  /** Indexes it queries; reading a table doesn't include them. */
  readonly indexes?: { readonly [name in TableName]?: readonly string[] };
  /** Tables it reads as a whole, for nightly work; reading a table doesn't include that. */
  readonly scans?: readonly TableName[];
  readonly sends: readonly QueueName[];
  /** Queues whose depth it reads, with that of their dead letters. */
  readonly watches?: readonly QueueName[];
  readonly publishes: boolean;
  /** Uses the wrapping key: "unwrap" opens sealed secrets, "wrap" makes data keys as well. */
  readonly keys: "none" | "unwrap" | "wrap";
  /** Opens connections to the source or to endpoints. */
  readonly dials: boolean;
  /**
   * Workers of the account that are kept for it, and the most it gets. For what must run when all others are taken (the
   * way from the source to the bus, which nothing else repeats in time), and for what only its callers would bound. At
   * least what its queues may use at once: refused receives count towards dead letters.
   */
  readonly reservedConcurrency?: number;
};

export const functions: { readonly [name in FunctionName]: FunctionDeclaration } = {
  clock: {
    name: "clock",
    timeoutSeconds: 30,
    memoryMb: 256,
    tables: { subscriptions: "read" },
    sends: ["ticks", "recover"],
    publishes: false,
    keys: "none",
    dials: false,
    reservedConcurrency: 2,
  },
  tick: {
    name: "tick",
    timeoutSeconds: 30,
    memoryMb: 512,
    tables: { subscriptions: "read", feeds: "readWrite", mirror: "write" },
    indexes: { feeds: ["wheel"] },
    sends: ["poll"],
    publishes: false,
    keys: "none",
    dials: false,
    reservedConcurrency: 10,
  },
  poll: {
    name: "poll",
    timeoutSeconds: 300,
    memoryMb: 512,
    tables: { subscriptions: "readWrite", feeds: "readWrite", mirror: "readWrite" },
    sends: [],
    publishes: false,
    keys: "unwrap",
    dials: true,
    reservedConcurrency: 50,
  },
  publish: {
    name: "publish",
    timeoutSeconds: 60,
    memoryMb: 512,
    tables: { events: "write", feeds: "write" },
    // Sends the erasures of records that were erased at the source.
    sends: ["recover"],
    publishes: true,
    keys: "none",
    dials: false,
    // Two for each shard of the stream; at 10 000 changes a second it has about 20 (docs/adr/0004).
    reservedConcurrency: 50,
  },
  fanout: {
    name: "fanout",
    timeoutSeconds: 60,
    memoryMb: 512,
    tables: { subscriptions: "read", events: "readWrite" },
    sends: ["deliver", "fanout"],
    publishes: false,
    keys: "none",
    dials: false,
  },
  deliver: {
    name: "deliver",
    timeoutSeconds: 60,
    memoryMb: 512,
    tables: { subscriptions: "readWrite", events: "read", deliveries: "readWrite", mirror: "write" },
    sends: ["deliver", "deliver-slow"],
    publishes: false,
    keys: "unwrap",
    dials: true,
  },
  recover: {
    name: "recover",
    timeoutSeconds: 60,
    memoryMb: 512,
    // Feeds, mirror and events: erases what they hold of an erased record, and publishes events that were never published.
    tables: {
      subscriptions: "readWrite",
      deliveries: "readWrite",
      feeds: "readWrite",
      mirror: "readWrite",
      events: "readWrite",
    },
    indexes: { subscriptions: ["due"], events: ["subject"] },
    scans: ["mirror"],
    sends: ["deliver", "deliver-slow", "recover"],
    publishes: true,
    keys: "none",
    dials: false,
  },
  canary: {
    name: "canary",
    timeoutSeconds: 30,
    memoryMb: 256,
    // Reads its own subscription, and the secret that proves that a webhook is its own.
    tables: { subscriptions: "readWrite", mirror: "write" },
    sends: [],
    publishes: false,
    keys: "wrap",
    dials: false,
    reservedConcurrency: 5,
  },
  api: {
    name: "api",
    timeoutSeconds: 29,
    memoryMb: 512,
    // The mirror: what an operator does to a partner is told as an event.
    tables: {
      subscriptions: "readWrite",
      feeds: "readWrite",
      mirror: "readWrite",
      events: "read",
      deliveries: "readWrite",
    },
    indexes: { events: ["subject"], feeds: ["wheel"] },
    // Sends pings and retries (the API itself dials nobody), replays and erasures.
    sends: ["deliver", "recover"],
    watches: ["ticks", "poll", "fanout", "deliver", "deliver-slow", "recover"],
    publishes: false,
    keys: "wrap",
    dials: false,
    reservedConcurrency: 50,
  },
};
