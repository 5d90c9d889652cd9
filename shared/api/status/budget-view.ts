import { z } from "@hono/zod-openapi";
import type { Pressure } from "../../schedule/budget/pressure-gauge.ts";
import type { Plan } from "../../schedule/wheel/plan.ts";
import type { Instance } from "../../source/instance.ts";
import { answerSchema } from "../http/named-schemas.ts";

const total = z
  .object({
    granted: z.int().openapi({ description: "The number of requests granted to polls.", example: 48_210 }),
    used: z.int().openapi({
      description:
        "The number of requests sent, as reported by polls. A report can be a few seconds late, and is lost if its worker stops first.",
      example: 46_870,
    }),
    givenBack: z.int().openapi({
      description: "The number of requests that polls didn't need. They are granted again.",
      example: 1_305,
    }),
  })
  .openapi("BudgetTotal", {
    description:
      "Totals since the instance was connected. For the requests in a period, subtract the totals at its start from the totals at its end.",
  });

export const budgetAnswer = answerSchema("Budget", {
  requestsPerSecond: z.number().openapi({ description: "The maximum number of requests per second.", example: 5 }),
  current: z
    .number()
    .openapi({ description: "The current maximum, which Feedhook lowers while the source is under load." }),
  unspent: z
    .int()
    .openapi({ description: "The number of requests available now. If it stays near 0, the budget is too small." }),
  total,
});

export function budgetView(
  { requestsPerSecond }: Instance,
  { rate, tokenBucket: { common, own }, settlement: { granted, returned } }: Plan,
  pressure: Pressure | undefined,
): z.input<typeof budgetAnswer> {
  const unspent = Object.values(own).reduce((sum, one) => sum + one, common);
  return {
    ...{ requestsPerSecond, current: Math.round(rate * 100) / 100, unspent: Math.floor(unspent) },
    total: { granted: Math.round(granted), used: Math.round(pressure?.spent ?? 0), givenBack: Math.round(returned) },
  };
}
