import { expect, it } from "vitest";
import type { DialOutcome } from "../../../../shared/delivery/attempt/dialer.ts";
import { canaryPartner } from "../../../../shared/partners/partner-key.ts";
import { answered, DeliveryWorld } from "../delivery-world.ts";

const failed = (why: "connect" | "blocked"): DialOutcome => ({ outcome: "failed", class: why, ms: 1, timing: {} });

it.each([
  ["accepted", answered(204), "delivery.delivered"],
  ["refused", answered(500), "delivery.failed"],
  ["unanswered", failed("connect"), "delivery.failed"],
  ["blocked", failed("blocked"), "delivery.blocked"],
])("an attempt that is %s counts once under its own outcome", async (_, outcome, name) => {
  const w = new DeliveryWorld();
  w.subscribe("sub_1");
  w.answer = () => outcome;
  await w.run(w.message());
  const outcomes = ["delivery.delivered", "delivery.failed", "delivery.blocked"];
  expect(w.measured.filter((one) => outcomes.includes(one))).toEqual([name]);
});

it.each([
  ["nothing where it arrived, which its own metric tells", answered(204), []],
  ["as any other where it failed", failed("connect"), ["delivery.duration_ms", "delivery.failed"]],
])("a canary counts %s", async (_, outcome, measured) => {
  const w = new DeliveryWorld();
  w.subscribe("sub_1", { partner: canaryPartner });
  w.answer = () => outcome;
  await w.run({ ...w.message(), partner: canaryPartner });
  expect(w.measured).toEqual(measured);
});
