import { detectedAtOf } from "../kernel/event-id.ts";
import type { IncomingDelivery } from "./attempt/attempt-answer.ts";

/** A delivery message and how often the queue handed it out. */
export type Received = { readonly message: IncomingDelivery; readonly receiveCount: number };

/**
 * Ms from an event's detection within which a message with a receive count of 1 counts as received for the first time.
 * A message takes longer to become a dead letter, and a redriven dead letter starts to count anew.
 */
const freshFor = 600_000;

/**
 * Whether the message may have been received before, or be one of two copies. A first attempt of which neither holds has
 * nobody to race with, which spares the read and the write of a claim. A redriven dead letter looks new; only the age of
 * its event tells.
 */
export function mayBeRepeat({ message: { event, parked }, receiveCount }: Received, now: number): boolean {
  return receiveCount > 1 || parked === true || now - (detectedAtOf(event) ?? 0) > freshFor;
}
