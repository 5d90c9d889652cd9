import { FeedhookError } from "../kernel/errors.ts";
import type { EventStore } from "./event-store.ts";
import type { ParsedPart, StoredEvent } from "./stored-event.ts";

export type EventAddress = { readonly instance: string; readonly id: string };
export type ReadEvent = PromiseSettledResult<StoredEvent | undefined>;

/**
 * Reads all events together. If that fails because one of them is unreadable, reads each one again in its own request,
 * so that only the unreadable one is rejected. Without this, one corrupt event would make its whole batch of messages
 * fail on every receive and become dead letters. Throws if the engine is unavailable.
 */
export async function readEvents(
  store: Pick<EventStore, "getMany">,
  wanted: readonly EventAddress[],
  part: ParsedPart = "whole",
): Promise<ReadonlyMap<string, ReadEvent>> {
  const addresses = [...new Map(wanted.map(({ instance, id }) => [id, { instance, id }])).values()];
  const results = addresses.length === 0 ? [] : await readAll(store, addresses, part);
  return new Map(addresses.flatMap(({ id }, at) => (results[at] === undefined ? [] : [[id, results[at]]])));
}

async function readAll(
  store: Pick<EventStore, "getMany">,
  addresses: readonly EventAddress[],
  part: ParsedPart,
): Promise<readonly ReadEvent[]> {
  try {
    const events = await store.getMany(addresses, part);
    return addresses.map((_, at) => ({ status: "fulfilled", value: events[at] }));
  } catch (failure) {
    if (!(failure instanceof FeedhookError) || failure.retryable) throw failure;
    if (addresses.length === 1) return [{ status: "rejected", reason: failure }];
    return (await Promise.all(addresses.map((address) => readAll(store, [address], part)))).flat();
  }
}
