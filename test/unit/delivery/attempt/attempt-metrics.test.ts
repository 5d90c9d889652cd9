import { expect, it } from "vitest";
import type { DialOutcome } from "../../../../shared/delivery/attempt/dialer.ts";
import { answered, DeliveryWorld } from "../delivery-world.ts";

const failed = (why: "connect" | "blocked"): DialOutcome => ({ outcome: "failed", class: why, ms: 1, timing: {} });

it.each([
  ["accepted", answered(204), "delivery.delivered"],
  ["refused", answered(500), "delivery.failed"],
  ["unanswered", failed("connect"), "delivery.failed"],
  ["blocked", failed("blocked"), "delivery.blocked"],
])("an attempt that is %s counts once, as what it was", async (_, outcome, name) => {
  const w = new DeliveryWorld();
  w.subscribe("sub_1");
  w.answer = () => outcome;
  await w.run(w.message());
  const outcomes = ["delivery.delivered", "delivery.failed", "delivery.blocked"];
  expect(w.measured.filter((one) => outcomes.includes(one))).toEqual([name]);
});
