import type { QueueName } from "../../kernel/topology.ts";

/** Messages of a queue: to be taken now, later, being worked on, and given up. */
export type QueueDepth = {
  readonly ready: number;
  readonly delayed: number;
  readonly inFlight: number;
  readonly dead: number;
};

export type DeliveryCounts = { readonly [state: string]: number };

/** What only the engine can count; undefined where it can't without reading everything. Throws EngineUnavailableError. */
export type StatusProbe = {
  queueDepths(): Promise<{ readonly [name in QueueName]?: QueueDepth } | undefined>;
  /** Rows of the `deliveries` table by state. */
  deliveriesByState(): Promise<DeliveryCounts | undefined>;
};
