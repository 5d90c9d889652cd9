import { detectedAtOf } from "../kernel/event-id.ts";
import type { IncomingDelivery } from "./attempt/attempt-answer.ts";

/** A delivery message, and how often the queue has delivered it. */
export type Received = { readonly message: IncomingDelivery; readonly receiveCount: number };

/**
 * A message with a receive count of 1 counts as received for the first time only within this time (ms) of its event's
 * detection. A message takes longer to become a dead letter, and a redriven dead letter counts from 1 again.
 */
const freshFor = 600_000;

/**
 * Whether the message may have been received before, or be one of two copies. If not, no other worker can make the same
 * first attempt, so it needs no claim, which saves a read and a write. A redriven dead letter looks new; only the age
 * of its event shows that it isn't.
 */
export function mayBeRepeat({ message: { event, parked }, receiveCount }: Received, now: number): boolean {
  return receiveCount > 1 || parked === true || now - (detectedAtOf(event) ?? 0) > freshFor;
}
