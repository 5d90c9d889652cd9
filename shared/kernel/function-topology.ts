import type { FunctionName, QueueName, TableName } from "./topology.ts";

/* What each function of the topology may read, write, send and open: the source of its IAM policy and limits. */

export type Access = "read" | "write" | "readWrite";

export type FunctionDeclaration = {
  readonly name: FunctionName;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly tables: { readonly [name in TableName]?: Access };
  /** Access to a table doesn't include its indexes. */
  readonly indexes?: { readonly [name in TableName]?: readonly string[] };
  /** Read access to a table doesn't include scans. */
  readonly scans?: readonly TableName[];
  readonly sends: readonly QueueName[];
  /** The queues whose depth, oldest message and dead letters the function reads. */
  readonly watches?: readonly QueueName[];
  /** The queues whose dead letters the function may send again. */
  readonly redrives?: readonly QueueName[];
  readonly publishes?: true;
  /** How the wrapping key is used. "unwrap": with existing data keys only. "wrap": to create data keys, too. */
  readonly keys?: "unwrap" | "wrap";
  /** Whether the function opens connections to the source, to endpoints or to chats. */
  readonly dials?: true;
  /** Whether the function sends email, if the bridge is configured for it. */
  readonly mails?: true;
  /**
   * The number of workers reserved for the function, and the most that it can have. The canary and the functions
   * between the source and the bus must run on time while all other workers are busy. The reservation of `api` limits
   * how many workers its callers can occupy. The number is at least the concurrency of the function's queues: if no
   * worker is free for a message, the receive still counts towards `maxReceives`.
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
    reservedConcurrency: 2,
  },
  tick: {
    name: "tick",
    timeoutSeconds: 30,
    memoryMb: 512,
    tables: { subscriptions: "read", feeds: "readWrite", mirror: "write" },
    indexes: { feeds: ["wheel"] },
    sends: ["poll"],
    reservedConcurrency: 10,
  },
  poll: {
    name: "poll",
    timeoutSeconds: 300,
    memoryMb: 384,
    tables: { subscriptions: "readWrite", feeds: "readWrite", mirror: "readWrite" },
    sends: [],
    keys: "unwrap",
    dials: true,
    reservedConcurrency: 50,
  },
  publish: {
    name: "publish",
    timeoutSeconds: 60,
    memoryMb: 512,
    tables: { events: "write", feeds: "readWrite" },
    // `recover`: to erase records that were erased at the source.
    sends: ["recover"],
    publishes: true,
    // Two workers per shard of the stream, which has about 20 shards at 10,000 changes a second (docs/adr/0004).
    reservedConcurrency: 50,
  },
  fanout: {
    name: "fanout",
    timeoutSeconds: 60,
    memoryMb: 512,
    tables: { subscriptions: "read", events: "readWrite" },
    // `alerts`: partners may want a message about an endpoint in addition to the event.
    sends: ["deliver", "fanout", "alerts"],
  },
  deliver: {
    name: "deliver",
    timeoutSeconds: 60,
    memoryMb: 512,
    tables: { subscriptions: "readWrite", events: "read", deliveries: "readWrite", mirror: "write" },
    // `alerts`: an attempt can begin or end an outage.
    sends: ["deliver", "deliver-slow", "alerts"],
    keys: "unwrap",
    dials: true,
  },
  recover: {
    name: "recover",
    timeoutSeconds: 60,
    memoryMb: 512,
    // Feeds, mirror and events: to erase records, and to publish events that were never published.
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
  },
  alert: {
    name: "alert",
    timeoutSeconds: 60,
    memoryMb: 256,
    tables: { subscriptions: "read", events: "read", deliveries: "readWrite" },
    // `alerts`: for its own retries.
    sends: ["alerts"],
    keys: "unwrap",
    dials: true,
    mails: true,
  },
  canary: {
    name: "canary",
    timeoutSeconds: 30,
    memoryMb: 256,
    // The canary creates and reads its own subscription, and opens the secret to verify that a webhook is its own.
    tables: { subscriptions: "readWrite", mirror: "write" },
    sends: [],
    keys: "wrap",
    reservedConcurrency: 5,
  },
  api: {
    name: "api",
    timeoutSeconds: 29,
    memoryMb: 512,
    // The mirror: an operator's change of a partner is published as an event.
    tables: {
      subscriptions: "readWrite",
      feeds: "readWrite",
      mirror: "readWrite",
      events: "read",
      deliveries: "readWrite",
    },
    // `feeds`: to find out whether owners still wait for first contact, and which owners wait longest.
    indexes: { events: ["subject"], feeds: ["wheel"] },
    // `dials` is absent, because the API sends messages to request pings, test alerts, retries, credential tests,
    // replays and erasures. It connects only to the operator's identity provider.
    sends: ["poll", "deliver", "recover", "alerts"],
    watches: ["ticks", "poll", "fanout", "deliver", "deliver-slow", "recover", "alerts"],
    redrives: ["ticks", "poll", "fanout", "deliver", "deliver-slow", "recover", "alerts"],
    keys: "wrap",
    reservedConcurrency: 50,
  },
};

/** Partitions of the `subscriptions` table. A `*` at the end matches any text. */
export type PartitionGrant = {
  readonly partitions: readonly string[];
  /** The partitions whose secrets the function opens and seals. A partition is the tenant of its items. */
  readonly tenants: readonly string[];
};

const [instances, partners, registry, copies] = ["instance#*", "partner#*", "registry", "copies"];
/** A change of a subscription also changes its copies under the instances, and writes an intent under `copies`. */
const changingSubscriptions = [instances, partners, registry, copies];
const canary = "partner#prt_canary";

/**
 * Instances and partners share `subscriptions`, so access to the whole table would include all secrets. Roles on AWS
 * and the single node's engine enforce these grants.
 */
export const partitionGrants: { readonly [name in FunctionName]: PartitionGrant } = {
  clock: { partitions: [registry], tenants: [] },
  tick: { partitions: [instances, registry], tenants: [] },
  poll: { partitions: [instances, registry], tenants: [instances] },
  publish: { partitions: [], tenants: [] },
  fanout: { partitions: [instances], tenants: [] },
  deliver: { partitions: changingSubscriptions, tenants: [partners] },
  recover: { partitions: changingSubscriptions, tenants: [] },
  alert: { partitions: [partners, registry], tenants: [partners] },
  canary: { partitions: [canary, instances, registry, copies], tenants: [canary] },
  api: { partitions: [...changingSubscriptions, "waiting-requests"], tenants: [instances, partners] },
};
