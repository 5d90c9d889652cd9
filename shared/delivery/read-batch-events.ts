import { KeyedBatcher } from "../kernel/keyed-batcher.ts";
import type { EventStore } from "../publishing/event-store.ts";
import { type EventAddress, type ReadEvent, readEvents } from "../publishing/read-events.ts";
import type { Received } from "./attempt/attempt-answer.ts";
import { isOnRequest } from "./rows/delivery-row.ts";

/**
 * Returns a function that reads the heads of a batch's events. Batches that begin at about the same time share one read
 * per instance, which loads each event once.
 */
export function readBatchEvents(store: EventStore) {
  const reads = new KeyedBatcher<readonly EventAddress[], ReadonlyMap<string, ReadEvent>>((_, wanted) =>
    readEvents(store, wanted.flat(), "head"),
  );
  return async (batch: readonly Received[]): Promise<ReadonlyMap<string, ReadEvent>> => {
    const wanted = batch.flatMap(({ message }) =>
      message.answer === undefined && !isOnRequest(message) ? [{ instance: message.instance, id: message.event }] : [],
    );
    const byInstance = [...Map.groupBy(wanted, (one) => one.instance)];
    const events = await Promise.all(byInstance.map(([name, some]) => reads.add(name, some)));
    return new Map(events.flatMap((some) => [...some]));
  };
}
