import * as z from "zod";
import { type FeedClass, feedClass } from "../feeds/feed.ts";
import { scheduledClasses } from "../feeds/feed-kinds.ts";
import { classPolicies, dearestMessage } from "./class-policy.ts";

/** Requests that may be granted now: what each class has for itself, and what is for whoever comes first. */
export const tokenBucket = z.object({ common: z.number(), own: z.partialRecord(feedClass, z.number()) });
export type TokenBucket = z.infer<typeof tokenBucket>;

export const emptyBucket: TokenBucket = { common: 0, own: {} };

/**
 * The most a tokenBucket ever holds, at `rate` requests per second: what comes in during `window` ms, and never less than one
 * message of each class, or a small budget would save for ever and send nothing. Over any time t, no more than
 * rate × t + this is granted beyond what is given back in that time.
 */
export function capacityOf(rate: number, window: number): number {
  const reserved = scheduledClasses.reduce((sum, name) => sum + ownCapacityOf(name, rate, window), 0);
  const dearest = Math.max(...scheduledClasses.map((name) => dearestMessage(classPolicies[name])));
  // Where classes that send nothing keep all they may, a tick's income must still have room, and the rest of a message.
  return Math.max(perMs(rate) * window, reserved + dearest + (perMs(rate) * window) / 2);
}

/**
 * Adds what came in during `elapsed` ms, and the requests that workers gave back unspent. What a class can't keep goes to
 * the others, and income that nobody can keep is gone. Requests that were given back have been in the bucket before, so
 * all of them have room.
 */
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

/** Whole requests that a class may spend. */
export function availableTo(name: FeedClass, { common, own }: TokenBucket): number {
  return Math.floor((own[name] ?? 0) + Math.max(0, common));
}

/** Takes `requests` out: first what the class has for itself. */
export function spent(name: FeedClass, requests: number, { common, own }: TokenBucket): TokenBucket {
  const has = own[name] ?? 0;
  const fromOwn = Math.min(has, requests);
  return { common: common - (requests - fromOwn), own: { ...own, [name]: has - fromOwn } };
}

function ownCapacityOf(name: FeedClass, rate: number, window: number): number {
  const policy = classPolicies[name];
  return Math.max(dearestMessage(policy), policy.share * perMs(rate) * window * reservedPart);
}

/** Part of the window for which a class that sends nothing keeps its share: the rest must hold a whole tick's income, or it is lost. */
const reservedPart = 0.6;

const perMs = (rate: number): number => rate / 1_000;
