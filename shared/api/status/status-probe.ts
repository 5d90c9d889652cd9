import type { QueueName } from "../../kernel/topology.ts";

/** Messages of a queue: to be taken now, later, being worked on, and given up. */
export type QueueDepth = {
  readonly ready: number;
  readonly delayed: number;
  readonly inFlight: number;
  readonly dead: number;
  /** Unix ms when the oldest message that is ready was sent. Absent where none is, and on AWS, where an alarm tells it. */
  readonly readySince?: number;
};

/** Owners of an instance that are known, and those whose first contact is complete. */
export type FirstContactCounts = { readonly known: number; readonly met: number };

export type DeliveryCounts = { readonly [state: string]: number };

/** What only the engine can count; undefined where it can't without reading everything. Throws EngineUnavailableError. */
export type StatusProbe = {
  queueDepths(): Promise<{ readonly [name in QueueName]?: QueueDepth } | undefined>;
  /** Rows of the `deliveries` table by state. */
  deliveriesByState(): Promise<DeliveryCounts | undefined>;
  /** Absent where the engine can't count owners without reading everything. */
  ownersMet?(instance: string): Promise<FirstContactCounts>;
  /** Unix ms when the oldest dead letter of each queue died; absent on AWS, which doesn't tell. */
  deadSince?(): Promise<{ readonly [name in QueueName]?: number }>;
  /** Changes of the mirror that publishing gave up; absent on AWS, where they lie in a bucket with an alarm of its own. */
  changesSetAside?(): Promise<number>;
};
