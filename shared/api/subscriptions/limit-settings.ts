import { z } from "@hono/zod-openapi";
import type { Subscription } from "../../subscriptions/subscription.ts";

export const limitFields = {
  timeoutSeconds: z.int().min(5).max(30).openapi({
    description: "The number of seconds the endpoint has to respond. Default: 15.",
    example: 20,
  }),
  maxConcurrency: z.int().min(1).max(1_000).openapi({
    description: "The maximum number of concurrent deliveries. Excess deliveries wait. Default: no limit.",
    example: 10,
  }),
  ratePerSecond: z.number().min(0.1).max(1_000).openapi({
    description: "The maximum number of deliveries started per second. Excess deliveries wait. Default: no limit.",
    example: 50,
  }),
};

export const optionalLimits = {
  timeoutSeconds: limitFields.timeoutSeconds.optional(),
  maxConcurrency: limitFields.maxConcurrency.optional(),
  ratePerSecond: limitFields.ratePerSecond.optional(),
};

export const patchedLimits = {
  timeoutSeconds: limitFields.timeoutSeconds.nullable().optional(),
  maxConcurrency: limitFields.maxConcurrency.nullable().optional(),
  ratePerSecond: limitFields.ratePerSecond.nullable().optional(),
};

type Limits = Pick<Subscription, keyof typeof limitFields>;

export function limitsOf({ timeoutSeconds, maxConcurrency, ratePerSecond }: Limits): Limits {
  return { timeoutSeconds, maxConcurrency, ratePerSecond };
}

/** Fields that a patch doesn't name stay, and null removes a field. */
export function mergedLimits(
  current: Limits,
  patch: { readonly [name in keyof Limits]?: number | null | undefined },
): Limits {
  const merged = (name: keyof Limits) => (patch[name] === undefined ? current[name] : (patch[name] ?? undefined));
  return {
    timeoutSeconds: merged("timeoutSeconds"),
    maxConcurrency: merged("maxConcurrency"),
    ratePerSecond: merged("ratePerSecond"),
  };
}
