import { z } from "@hono/zod-openapi";
import type { Pressure } from "../../schedule/budget/pressure-gauge.ts";
import type { Plan } from "../../schedule/wheel/plan.ts";
import type { Instance } from "../../source/instance.ts";

const total = z
  .object({
    granted: z.int().openapi({ description: "Granted to polls.", example: 48_210 }),
    used: z.int().openapi({
      description:
        "Sent, as polls reported it. A report may be seconds late, and is lost with a worker that ends before it.",
      example: 46_870,
    }),
    givenBack: z.int().openapi({ description: "Not needed by polls, and granted again.", example: 1_305 }),
  })
  .openapi("BudgetTotal", {
    description:
      "Requests since the instance is read. They only rise: what two reads differ by is what came in between.",
  });

/** What an instance may be asked, and how much of that is used. */
export const budgetAnswer = z
  .object({
    requestsPerSecond: z.number().openapi({ description: "What the bridge may ask.", example: 5 }),
    current: z.number().openapi({ description: "What it asks at most while the source is under load." }),
    unspent: z.int().openapi({ description: "Requests it could send at once: near 0, the budget is short." }),
    total,
  })
  .openapi("Budget");

export function budgetView(
  { requestsPerSecond }: Instance,
  { rate, tokenBucket: { common, own }, settlement: { granted, returned } }: Plan,
  pressure: Pick<Pressure, "spent"> | undefined,
): z.input<typeof budgetAnswer> {
  const unspent = Object.values(own).reduce((sum, one) => sum + one, common);
  return {
    ...{ requestsPerSecond, current: Math.round(rate * 100) / 100, unspent: Math.floor(unspent) },
    total: { granted: Math.round(granted), used: Math.round(pressure?.spent ?? 0), givenBack: Math.round(returned) },
  };
}
