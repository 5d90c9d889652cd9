import { z } from "@hono/zod-openapi";
import type { Plan } from "../../schedule/wheel/plan.ts";
import type { Instance } from "../../source/instance.ts";

/** What an instance may be asked, and how much of that is used. */
export const budgetAnswer = z
  .object({
    requestsPerSecond: z.number().openapi({ description: "What the bridge may ask.", example: 5 }),
    current: z.number().openapi({ description: "What it asks at most while the source is under load." }),
    unspent: z.int().openapi({ description: "Requests it could send at once: near 0, the budget is short." }),
  })
  .openapi("Budget");

export function budgetView(
  { requestsPerSecond }: Instance,
  { rate, tokenBucket: { common, own } }: Plan,
): z.input<typeof budgetAnswer> {
  const unspent = Object.values(own).reduce((sum, one) => sum + one, common);
  return { requestsPerSecond, current: Math.round(rate * 100) / 100, unspent: Math.floor(unspent) };
}
