/**
 * Tables, queues, the bus rule and the schedules (`function-topology.ts` declares the functions). The CDK app creates
 * AWS resources from this data, and the single-node host its queues and pumps, so the two can't differ.
 */

export type TableName = "feeds" | "mirror" | "events" | "subscriptions" | "deliveries";
export type QueueName = "ticks" | "poll" | "fanout" | "deliver" | "deliver-slow" | "recover" | "alerts";
/** The functions that take messages from queues. */
export type ConsumerName = "tick" | "poll" | "fanout" | "deliver" | "recover" | "alert";
export type FunctionName = ConsumerName | "clock" | "publish" | "canary" | "api";

export type IndexDeclaration = {
  readonly name: string;
  /** The partition attribute. Items without it aren't in the index. */
  readonly partition: string;
  readonly sort: { readonly attribute: string; readonly type: "string" | "number" };
};

export type TableDeclaration = {
  readonly name: TableName;
  readonly indexes: readonly IndexDeclaration[];
  /**
   * The attribute that contains an item's expiry (unix seconds). Readers also filter by it, because engines delete
   * expired items days later.
   */
  readonly expiry: "expiresAt" | undefined;
  /** Whether changes are streamed, with the item before and after. */
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
  readonly consumer: ConsumerName;
  readonly batchSize: number;
  /** How long a batch may fill on AWS, in seconds. */
  readonly windowSeconds: number;
  /** How long the next batch may fill on one machine, in ms, while the current one runs. */
  readonly hostWindowMs: number;
  /** At least 6 × the consumer's timeout plus the window: a message that reappears too early is handled twice. */
  readonly visibilitySeconds: number;
  /** Receives before a message becomes a dead letter: at least 5, because throttles and crashes also count. */
  readonly maxReceives: number;
  readonly maxConcurrency: number;
};

const oneByOne = { batchSize: 1, windowSeconds: 0, hostWindowMs: 0, visibilitySeconds: 360, maxReceives: 5 };

export const queues: { readonly [name in QueueName]: QueueDeclaration } = {
  ticks: { name: "ticks", consumer: "tick", ...oneByOne, visibilitySeconds: 180, maxConcurrency: 10 },
  poll: { name: "poll", consumer: "poll", ...oneByOne, visibilitySeconds: 1_800, maxConcurrency: 50 },
  fanout: {
    name: "fanout",
    consumer: "fanout",
    batchSize: 100,
    // At ten events a second, half this window would cost $0.28 more per million events.
    windowSeconds: 2,
    hostWindowMs: 50,
    visibilitySeconds: 370,
    maxReceives: 10,
    maxConcurrency: 50,
  },
  deliver: {
    name: "deliver",
    consumer: "deliver",
    batchSize: 10,
    // Without a window, most deliveries would each take an invocation, which costs more than the rest of a delivery.
    windowSeconds: 1,
    hostWindowMs: 0,
    visibilitySeconds: 370,
    maxReceives: 10,
    maxConcurrency: 200,
  },
  // Serves slow endpoints, probes of unhealthy ones, and replays, so that none of them takes workers from live
  // deliveries.
  "deliver-slow": {
    name: "deliver-slow",
    consumer: "deliver",
    batchSize: 10,
    windowSeconds: 0,
    hostWindowMs: 0,
    visibilitySeconds: 360,
    maxReceives: 10,
    maxConcurrency: 100,
  },
  recover: { name: "recover", consumer: "recover", ...oneByOne, maxConcurrency: 20 },
  // Separate from webhooks, so that a mail server that hangs delays only alerts.
  alerts: { name: "alerts", consumer: "alert", ...oneByOne, maxConcurrency: 5 },
};

/** The bus sends the instance, id and type of each event to fan-out, grouped by instance. */
export const busRule = {
  source: "feedhook",
  queue: "fanout",
  group: "$.detail.instance",
  fields: { instance: "$.detail.instance", id: "$.detail.id", type: "$.detail.type" },
} as const;

/**
 * A record that fails while others are published is set aside after `setAsideMinutes`, which is longer than a gradual
 * deployment takes. If all records fail, they are set aside after `maxAgeHours`. On one machine, each failing record is
 * set aside after `retryAttempts` attempts.
 */
export const mirrorStream = {
  consumer: "publish",
  batchSize: 100,
  // At ten changes a second, half this window would cost $0.24 more per million changes, and no window $0.64 more.
  // `orderedDelay` covers this window and that of fan-out.
  windowSeconds: 4,
  parallelizationFactor: 2,
  setAsideMinutes: 15,
  maxAgeHours: 20,
  retryAttempts: 100,
  bisectOnError: true,
} as const;

/** `clock` sends `ticksPerFire` tick messages per instance, spread over the minute. */
export const schedule = { consumer: "clock", everySeconds: 60, ticksPerFire: 4 } as const;

/** One machine needs no canary, because it has no bus or queue that could lose events. */
export const canarySchedule = { consumer: "canary", everySeconds: 300 } as const;
