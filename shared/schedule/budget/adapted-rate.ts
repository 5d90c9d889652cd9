import type { Pressure } from "./pressure-gauge.ts";

/** Refusals of requests that were under way when the rate was lowered don't lower it again. */
const settling = 5_000;
/** Back to full speed within half an hour of quiet, as part of the granted rate per minute. */
const recovery = 1 / 30;
const lowest = 1 / 32;

/** Requests per second that the source bears at the moment, and when (unix ms) that was last lowered. */
export type AdaptedRate = { readonly rate: number; readonly ratedAt: number };

/** Halves on refusals for load and on doubled latency, recovers slowly (hazard 64); `granted` is what the operator allows, in requests per second. */
export function adaptedRate(
  { rate, ratedAt, at }: AdaptedRate & { readonly at: number },
  pressure: Pressure | undefined,
  granted: number,
  now: number,
): AdaptedRate {
  // A slow stretch that began before the rate was lowered says nothing about the lower rate.
  const pressedAt = Math.max(pressure?.throttledAt ?? 0, pressure?.slowAt ?? 0);
  if (pressedAt > ratedAt && now - ratedAt >= settling) {
    return { rate: Math.min(granted, Math.max(rate / 2, granted * lowest)), ratedAt: now };
  }
  const minutes = Math.max(0, now - at) / 60_000;
  return { rate: Math.min(granted, rate + granted * recovery * minutes), ratedAt };
}
