import { expect, it } from "vitest";
import { EndpointAttention } from "../../../shared/api/status/endpoint-attention.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { aSubscription } from "../delivery/delivery-world.ts";

function attention(count: number) {
  const clock = new FakeClock();
  let looks = 0;
  const finder = new EndpointAttention({
    partners: { list: async () => ({ items: [], more: false }) },
    subscriptions: {
      list: async () => {
        looks += 1;
        return { items: Array.from({ length: count }, (_, n) => aSubscription({ id: `sub_${n}` })), more: false };
      },
    },
    endpoints: {
      conditionsOf: async (all) =>
        all.map((subscription) => ({
          subscription,
          endpoint: { state: "open" as const, lane: "fast" as const, failures: 5, recentFailures: 5 },
        })),
    },
    clock,
  });
  return { clock, find: () => finder.find(), looks: () => looks };
}

it("reads every time for a few endpoints, and once in ten seconds for many", async () => {
  const few = attention(3);
  for (let times = 0; times < 3; times += 1) expect(await few.find()).toMatchObject([{ count: 3 }]);
  expect(few.looks()).toBe(3);
  const many = attention(250);
  for (let times = 0; times < 3; times += 1) expect(await many.find()).toMatchObject([{ count: 250 }]);
  expect(many.looks()).toBe(1);
  many.clock.advance(10_000);
  await many.find();
  expect(many.looks()).toBe(2);
  // A clock that is set back doesn't make it last longer.
  many.clock.advance(-3_600_000);
  await many.find();
  expect(many.looks()).toBe(3);
});
