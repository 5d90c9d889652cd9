import { FeedhookError } from "../kernel/errors.ts";
import type { EventStore, StoredEvent } from "../publishing/event-store.ts";

type Address = { readonly instance: string; readonly id: string };
export type ReadEvent = PromiseSettledResult<StoredEvent | undefined>;

/**
 * The events of a batch by id, in one read. Where one of them can't be understood each is read by itself: a batch comes
 * again in the same company, and all of it would end as dead letters. Throws where the engine can't answer.
 */
export async function readEvents(
  store: Pick<EventStore, "getMany">,
  wanted: readonly Address[],
): Promise<ReadonlyMap<string, ReadEvent>> {
  const addresses = [...new Map(wanted.map(({ instance, id }) => [id, { instance, id }])).values()];
  const results = addresses.length === 0 ? [] : await readAll(store, addresses);
  return new Map(addresses.flatMap(({ id }, at) => (results[at] === undefined ? [] : [[id, results[at]]])));
}

async function readAll(
  store: Pick<EventStore, "getMany">,
  addresses: readonly Address[],
): Promise<readonly ReadEvent[]> {
  try {
    const events = await store.getMany(addresses);
    return addresses.map((_, at) => ({ status: "fulfilled", value: events[at] }));
  } catch (failure) {
    if (!(failure instanceof FeedhookError) || failure.retryable) throw failure;
    return Promise.allSettled(addresses.map(async (address) => (await store.getMany([address]))[0]));
  }
}
