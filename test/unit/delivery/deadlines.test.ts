import { expect, test } from "vitest";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { defaultTimings, timings } from "../../../shared/kernel/timings.ts";
import { queues } from "../../../shared/kernel/topology.ts";

const largestDeadline = 30_000;

test("no attempt can outlive its function, its claim or its message's visibility, or it would be repeated", () => {
  expect(timings.shape.deliveryDeadline.safeParse(largestDeadline + 1).success).toBe(false);
  const functionMs = functions.deliver.timeoutSeconds * 1_000;
  expect(functionMs).toBeGreaterThan(largestDeadline);
  expect(defaultTimings.claimRetention).toBeGreaterThan(largestDeadline);
  for (const { consumer, visibilitySeconds } of Object.values(queues)) {
    if (consumer === "deliver") expect(visibilitySeconds * 1_000).toBeGreaterThanOrEqual(6 * functionMs);
  }
});

test("the API waits for a ping longer than the ping may take, and responds before its own timeout", () => {
  expect(defaultTimings.pingWait).toBeGreaterThan(defaultTimings.deliveryDeadline);
  expect(defaultTimings.pingWait).toBeLessThan(functions.api.timeoutSeconds * 1_000 - 5_000);
});
