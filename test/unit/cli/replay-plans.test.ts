import { expect, test } from "vitest";
import { ReplayPlans } from "../../../infra/cli/mcp/replay-plans.ts";

const plan = (deliveries: number) => ({ subscription: "sub_1", deliveries, body: { undelivered: true } });

test("a dry run's code starts that replay once, within ten minutes", () => {
  const plans = new ReplayPlans();
  const code = plans.add(plan(7), 0);
  expect(plans.take(code, "sub_1", 7, 600_000)).toMatchObject({ body: { undelivered: true } });
  expect(() => plans.take(code, "sub_1", 7, 0)).toThrow("no dry run");
  const late = plans.add(plan(7), 0);
  expect(() => plans.take(late, "sub_1", 7, 600_001)).toThrow("no dry run");
});

test("another subscription or count is refused, and the code stays", () => {
  const plans = new ReplayPlans();
  const code = plans.add(plan(7), 0);
  expect(() => plans.take(code, "sub_2", 7, 0)).toThrow("7 deliveries to sub_1");
  expect(() => plans.take(code, "sub_1", 8, 0)).toThrow("7 deliveries to sub_1");
  expect(plans.take(code, "sub_1", 7, 0)).toMatchObject({ deliveries: 7 });
});

test("only the newest twenty dry runs are kept", () => {
  const plans = new ReplayPlans();
  const codes = Array.from({ length: 21 }, (_, at) => plans.add(plan(at), 0));
  expect(() => plans.take(codes[0] ?? "", "sub_1", 0, 0)).toThrow("no dry run");
  for (const [at, code] of codes.slice(1).entries())
    expect(plans.take(code, "sub_1", at + 1, 0).deliveries).toBe(at + 1);
});
