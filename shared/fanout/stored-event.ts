import type { Envelope } from "../kernel/envelope.ts";

/** A published event and the exact text that goes out as a webhook's body. */
export type StoredEvent = { readonly envelope: Envelope; readonly body: string };

export type EventAddress = { readonly instance: string; readonly id: string };

/** Reading published events by id, in the order asked for; undefined where nothing stands (yet). */
export type StoredEvents = {
  getMany(addresses: readonly EventAddress[]): Promise<readonly (StoredEvent | undefined)[]>;
};
