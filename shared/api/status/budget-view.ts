import { z } from "@hono/zod-openapi";
import type { Pressure } from "../../schedule/budget/pressure-gauge.ts";
import type { Plan } from "../../schedule/wheel/plan.ts";
import type { Instance } from "../../source/instance.ts";

const total = z
  .object({
    granted: z.int().openapi({ description: "Requests granted to polls.", example: 48_210 }),
    used: z.int().openapi({
      description:
        "Requests sent, as reported by polls. A report can be seconds late, and is lost if its worker ends first.",
      example: 46_870,
    }),
    givenBack: z
      .int()
      .openapi({ description: "Requests that polls didn't need, which are granted again.", example: 1_305 }),
  })
  .openapi("BudgetTotal", {
    description:
      "Totals since the instance was connected. They only rise, so compare two reads to get the requests in between.",
  });

/** The requests that an instance allows, and how many are used. */
export const budgetAnswer = z
  .object({
    requestsPerSecond: z.number().openapi({ description: "The allowed requests per second.", example: 5 }),
    current: z.number().openapi({ description: "The current maximum, lowered while the source is under load." }),
    unspent: z.int().openapi({ description: "Requests available now. Near 0, the budget is short." }),
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
