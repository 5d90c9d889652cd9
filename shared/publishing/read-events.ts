import { FeedhookError } from "../kernel/errors.ts";
import type { EventStore, StoredEvent } from "./event-store.ts";

export type EventAddress = { readonly instance: string; readonly id: string };
export type ReadEvent = PromiseSettledResult<StoredEvent | undefined>;

/**
 * Reads events in one request and returns them by id. If one of them is unreadable, it is rejected, and each event is
 * read alone: a batch is received again with the same members, so one corrupt event would take all of them to the
 * dead-letter queue. Throws if the engine is unavailable.
 */
export async function readEvents(
  store: Pick<EventStore, "getMany">,
  wanted: readonly EventAddress[],
): Promise<ReadonlyMap<string, ReadEvent>> {
  const addresses = [...new Map(wanted.map(({ instance, id }) => [id, { instance, id }])).values()];
  const results = addresses.length === 0 ? [] : await readAll(store, addresses);
  return new Map(addresses.flatMap(({ id }, at) => (results[at] === undefined ? [] : [[id, results[at]]])));
}

async function readAll(
  store: Pick<EventStore, "getMany">,
  addresses: readonly EventAddress[],
): Promise<readonly ReadEvent[]> {
  try {
    const events = await store.getMany(addresses);
    return addresses.map((_, at) => ({ status: "fulfilled", value: events[at] }));
  } catch (failure) {
    if (!(failure instanceof FeedhookError) || failure.retryable) throw failure;
    return Promise.allSettled(addresses.map(async (address) => (await store.getMany([address]))[0]));
  }
}
