import { mirrorStream, type QueueName, queues } from "../../../shared/kernel/topology.ts";
import { pollers, receiveGap, streamReadsPerSecond, streamShards } from "./prices.ts";

/** How many messages a function gets at once, and how many a receive returns. */
export type Arrivals = {
  batchOf(queue: QueueName): number;
  perReceive(queue: QueueName): number;
  readonly changes: number;
};

/** The most messages that a receive returns, or a request deletes. */
export const perRequest = 10;

/** Batches as full as the topology allows, as in a backlog. */
export const fullBatches: Arrivals = {
  batchOf: (queue) => queues[queue].batchSize,
  perReceive: (queue) => Math.min(perRequest, queues[queue].batchSize),
  changes: mirrorStream.batchSize,
};

/**
 * Batches without a backlog, at a number of events per second that each go to a number of subscribers, with deliveries
 * batched for a number of seconds.
 */
export function arrivalsAt(
  eventsPerSecond: number,
  subscribers: number,
  deliveryWindow: number = queues.deliver.windowSeconds,
): Arrivals {
  const rates: { readonly [queue in QueueName]?: number } = {
    fanout: eventsPerSecond,
    deliver: eventsPerSecond * subscribers,
  };
  const within = (most: number, messages: number) => Math.min(most, Math.max(1, Math.floor(messages)));
  return {
    batchOf: (queue) => {
      const { batchSize, windowSeconds } = queues[queue];
      const window = queue === "deliver" ? deliveryWindow : windowSeconds;
      return within(batchSize, ((rates[queue] ?? 0) / pollers) * window);
    },
    perReceive: (queue) =>
      within(fullBatches.perReceive(queue), ((rates[queue] ?? 0) / pollers) * (receiveGap / 1_000)),
    changes: within(
      mirrorStream.batchSize,
      (eventsPerSecond / (streamShards * mirrorStream.parallelizationFactor)) *
        Math.max(mirrorStream.windowSeconds, 1 / streamReadsPerSecond),
    ),
  };
}
