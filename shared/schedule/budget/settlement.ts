import * as z from "zod";

/** Numbers of requests since the plan was created. They only rise. */
export const settlement = z
  .object({
    /** Granted to polls, and how many of them before the last tick. */
    granted: z.number(),
    grantedBefore: z.number(),
    /** Those that polls reported as unspent and that were put back into the bucket. */
    returned: z.number(),
  })
  .default({ granted: 0, grantedBefore: 0, returned: 0 });
export type Settlement = z.infer<typeof settlement>;

export const newSettlement: Settlement = { granted: 0, grantedBefore: 0, returned: 0 };

/** The requests that the polls of all workers have reported. */
export type Reported = { readonly spent: number; readonly unspent: number };

/**
 * Returns how many requests go back into the bucket at this tick. A queue sometimes delivers a message twice, and then
 * both of its polls report. So at most the granted requests that weren't spent come back. The last tick's polls may
 * still be running and don't count.
 */
export function returnable({ grantedBefore, returned }: Settlement, { spent, unspent }: Reported): number {
  return Math.max(0, Math.min(unspent, grantedBefore - spent) - returned);
}

/** The settlement after a tick that granted this many requests. */
export function withGranted(before: Settlement, requests: number): Settlement {
  return { ...before, granted: before.granted + requests, grantedBefore: before.granted };
}
