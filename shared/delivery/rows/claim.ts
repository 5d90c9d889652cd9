import type { DeliveryMessage } from "../../fanout/delivery-message.ts";
import type { DeliveryRow } from "./delivery-row.ts";

/**
 * What a repeated or later message may do, given the row:
 * - `attempt`: make its attempt; the row is to be claimed first;
 * - `finish`: its attempt is recorded, but the worker may have died before what follows from it was sent;
 * - `wait`: another worker makes this very attempt; come again;
 * - `drop`: it is done, or someone else's to finish.
 */
export type ClaimDecision = "attempt" | "finish" | "wait" | "drop";

export function decideClaim(
  row: DeliveryRow | undefined,
  message: Pick<DeliveryMessage, "attempt"> & {
    /** It may have been received before, or be one of two copies. */
    readonly isRepeat: boolean;
  },
  at: { readonly now: number; readonly claimRetention: number },
): ClaimDecision {
  if (row === undefined) return "attempt";
  if (row.attempt === message.attempt) {
    if (row.claimedAt !== undefined) {
      if (row.claimedAt + at.claimRetention <= at.now) return "attempt";
      return message.isRepeat ? "wait" : "drop";
    }
    // The first receive of a message whose attempt is recorded is a duplicate: the original finishes what it began.
    return message.isRepeat ? "finish" : "drop";
  }
  const open = row.state !== "delivered" && row.state !== "expired";
  return open && row.attempt === message.attempt - 1 ? "attempt" : "drop";
}
