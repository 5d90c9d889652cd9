import * as z from "zod";
import { type FeedClass, feedClass } from "../feeds/feed.ts";
import { scheduledClasses } from "../feeds/feed-kinds.ts";
import { classPolicies, dearestMessage } from "./class-policy.ts";

/** The requests that can be granted now. `own`: those reserved for each class. `common`: those for any class. */
export const tokenBucket = z.object({ common: z.number(), own: z.partialRecord(feedClass, z.number()) });
export type TokenBucket = z.infer<typeof tokenBucket>;

export const emptyBucket: TokenBucket = { common: 0, own: {} };

/**
 * At a low rate, the capacity exceeds the income of `window` ms, so that every class can save the cost of a message.
 * With less capacity, a small budget would save forever and send nothing. In any time t, at most rate × t plus the
 * capacity is granted, not counting requests that were given back in this time.
 */
export function capacityOf(rate: number, window: number): number {
  const reserved = scheduledClasses.reduce((sum, name) => sum + ownCapacityOf(name, rate, window), 0);
  const dearest = Math.max(...scheduledClasses.map((name) => dearestMessage(classPolicies[name])));
  // Even if idle classes save as much as they can, the bucket must have space for the income of a tick (half the
  // window) and the most expensive message.
  return Math.max(perMs(rate) * window, reserved + dearest + (perMs(rate) * window) / 2);
}

/** Requests that workers gave back came from the bucket, so all of them return to it, even beyond its limit. */
export function refilled(old: TokenBucket, rate: number, elapsed: number, window: number, givenBack = 0): TokenBucket {
  const income = perMs(rate) * Math.max(0, elapsed);
  let common = old.common + income;
  const own: TokenBucket["own"] = {};
  for (const name of scheduledClasses) {
    const has = old.own[name] ?? 0;
    const keeps = Math.min(ownCapacityOf(name, rate, window), has + income * classPolicies[name].share);
    common -= keeps - has;
    own[name] = keeps;
  }
  const reserved = Object.values(own).reduce((sum, one) => sum + one, 0);
  return { common: Math.min(common, capacityOf(rate, window) - reserved) + givenBack, own };
}

export function availableTo(name: FeedClass, { common, own }: TokenBucket): number {
  return Math.floor((own[name] ?? 0) + Math.max(0, common));
}

export function spent(name: FeedClass, requests: number, { common, own }: TokenBucket): TokenBucket {
  const has = own[name] ?? 0;
  const fromOwn = Math.min(has, requests);
  return { common: common - (requests - fromOwn), own: { ...own, [name]: has - fromOwn } };
}

function ownCapacityOf(name: FeedClass, rate: number, window: number): number {
  const policy = classPolicies[name];
  return Math.max(dearestMessage(policy), policy.share * perMs(rate) * window * reservedPart);
}

/**
 * An idle class saves at most its share of the income of this fraction of the window, or the cost of a full pack if
 * that is more. With a much larger fraction, the bucket's capacity would exceed the income of the window even at a high
 * rate, because the bucket also needs space for the income of a whole tick.
 */
const reservedPart = 0.6;

const perMs = (rate: number): number => rate / 1_000;

/** Numbers of requests since the plan was created. They only rise. */
export const settlement = z
  .object({
    /** `grantedBefore`: the requests that were granted before the last tick. */
    granted: z.number(),
    grantedBefore: z.number(),
    /** The unspent requests that were put back into the bucket. */
    returned: z.number(),
  })
  .default({ granted: 0, grantedBefore: 0, returned: 0 });
export type Settlement = z.infer<typeof settlement>;

export const newSettlement: Settlement = { granted: 0, grantedBefore: 0, returned: 0 };

/** The numbers of granted requests that polls reported as spent and as unspent. */
export type Reported = { readonly spent: number; readonly unspent: number };

/**
 * A queue sometimes delivers a message twice, and both polls then report unspent requests. So the number of requests
 * put back is limited to those that were granted and not spent. The polls of the last tick may still be running, and
 * don't count.
 */
export function returnable({ grantedBefore, returned }: Settlement, { spent, unspent }: Reported): number {
  return Math.max(0, Math.min(unspent, grantedBefore - spent) - returned);
}

export function withGranted(before: Settlement, requests: number): Settlement {
  return { ...before, granted: before.granted + requests, grantedBefore: before.granted };
}
