import { expect, test } from "vitest";
import { isoTime } from "../../../../shared/kernel/instant.ts";
import { answering, sweepAndSend } from "../answering.ts";
import { answered, endpoint } from "../delivery-world.ts";

const hour = 3_600_000;

test("each notice of an outage says what happened, when, and what comes next", async () => {
  const world = answering(500, {}, { drainLimit: 2_000 });
  const hours = async (count: number) => {
    for (let n = 0; n < count; n += 1) await sweepAndSend(world, hour);
  };
  const opened = world.clock.now();
  for (let n = 1; n <= 6; n += 1) await world.run(world.message(n));
  await hours(73);
  const { state, since: paused } = await world.circuits.read(endpoint);
  expect(state).toBe("paused");
  world.answer = () => answered(200);
  await hours(6);
  const failing = { subscription: "sub_1", failingSince: isoTime(opened) };
  const pausesAt = isoTime(opened + 72 * hour);
  const disablesAt = isoTime(paused + 14 * 24 * hour);
  const shared = { partner: "prt_1", instance: "~prt_1" };
  expect(world.notified).toMatchObject([
    { ...shared, id: `endpoint_failing:sub_1:${opened}`, data: { ...failing, pausesAt } },
    { ...shared, id: `endpoint_pausing:sub_1:${opened}`, data: { ...failing, pausesAt } },
    {
      ...shared,
      id: `endpoint_paused:sub_1:${opened}`,
      data: { ...failing, pausedAt: isoTime(paused), disablesAt },
    },
    {
      ...shared,
      id: `endpoint_recovered:sub_1:${paused}`,
      data: { subscription: "sub_1", was: "paused", since: isoTime(paused) },
    },
  ]);
});
