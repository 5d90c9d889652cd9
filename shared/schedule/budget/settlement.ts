import * as z from "zod";

/** Requests since the plan exists. They only rise. */
export const settlement = z
  .object({
    /** Granted to polls, and the part of that which was granted before the last tick. */
    granted: z.number(),
    grantedBefore: z.number(),
    /** Put back into the bucket, of those that polls reported as unspent. */
    returned: z.number(),
  })
  .default({ granted: 0, grantedBefore: 0, returned: 0 });
export type Settlement = z.infer<typeof settlement>;

export const newSettlement: Settlement = { granted: 0, grantedBefore: 0, returned: 0 };

/** What the polls of all workers reported so far, in requests. */
export type Reported = { readonly spent: number; readonly unspent: number };

/**
 * How many requests go back into the bucket at this tick. Queues deliver a message twice at times, and then both of its polls
 * report: so no more comes back than was granted and not spent. The last tick's polls may still be under way and don't count.
 */
export function returnable({ grantedBefore, returned }: Settlement, { spent, unspent }: Reported): number {
  return Math.max(0, Math.min(unspent, grantedBefore - spent) - returned);
}

/** The settlement after a tick that granted so many requests. */
export function withGranted(before: Settlement, requests: number): Settlement {
  return { ...before, granted: before.granted + requests, grantedBefore: before.granted };
}
