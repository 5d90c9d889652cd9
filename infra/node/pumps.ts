import type { BatchResponse, SqsEvent } from "../../functions/runtime/messages/lambda-events.ts";
import type { WorkName } from "../../shared/kernel/ports/wake-ups.ts";
import { type ConsumerName, mirrorStream, type QueueName, queues } from "../../shared/kernel/topology.ts";
import type { PublishOutcome, StreamChange } from "../../shared/publishing/publish-changes.ts";
import type { NodeEngine } from "./node-engine.ts";
import { QueuePump } from "./queue-pump.ts";
import { StoragePause } from "./storage-pause.ts";
import { StreamPump } from "./stream-pump.ts";

export type Consumption = {
  readonly queues: readonly QueueName[];
  readonly handle: (consumer: ConsumerName, event: SqsEvent) => Promise<BatchResponse>;
  /** For the mirror's changes. Absent if another thread consumes them. */
  readonly publish?: (changes: readonly StreamChange[]) => Promise<PublishOutcome>;
  /** How often (ms) to check for writes of other processes. */
  readonly pollInterval?: number | undefined;
  /** How often (ms) to check whether a full disk has space again. */
  readonly lookForRoomEvery?: number | undefined;
};

export type Pumps = {
  /** Since when (unix ms) nothing is consumed, because the disk is full; undefined if it isn't. */
  fullSince(): number | undefined;
  /** Resolves when the running work is done. */
  stop(): Promise<void>;
};

/** Hands messages and changes to the functions until it is stopped. Pauses while the disk is full. */
export function startPumps(engine: NodeEngine, consumption: Consumption): Pumps {
  const { logger, clock, wakeUps, mirrorChanges } = engine;
  const { pollInterval = 500, lookForRoomEvery = 5_000 } = consumption;
  const wakeAll = () => {
    for (const { pump } of pumps) pump.wake();
  };
  const storage = new StoragePause(engine, wakeAll, lookForRoomEvery);
  const common = { logger, pollInterval, isPaused: () => storage.since !== undefined };
  const queuePumps = consumption.queues.map((name) => {
    const declaration = queues[name];
    const handler = (event: SqsEvent) => consumption.handle(declaration.consumer, event);
    return { name, pump: new QueuePump({ ...common, queue: engine.queue(name), declaration, handler, clock }) };
  });
  const { batchSize, retryAttempts } = mirrorStream;
  const streamPumps = (handler: NonNullable<Consumption["publish"]>) =>
    Array.from({ length: mirrorChanges.shards }, (_, shard) => {
      const parts = { ...common, stream: mirrorChanges, shard, handler };
      const name: WorkName = "mirror";
      return { name, pump: new StreamPump({ ...parts, batchSize, retryAttempts }) };
    });
  const pumps = [...queuePumps, ...(consumption.publish === undefined ? [] : streamPumps(consumption.publish))];
  const stopListening = pumps.map(({ name, pump }) =>
    wakeUps.on(name, () => {
      pump.wake();
    }),
  );
  wakeAll();
  return {
    fullSince: () => storage.since,
    stop: async () => {
      storage.stop();
      for (const stopOne of stopListening) stopOne();
      await Promise.all(pumps.map(({ pump }) => pump.stop()));
    },
  };
}
