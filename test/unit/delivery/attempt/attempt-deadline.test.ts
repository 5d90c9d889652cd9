import { expect, it } from "vitest";
import { DeliveryWorld } from "../delivery-world.ts";

it("an endpoint gets no more time than it asks for, even in the fast lane", async () => {
  const world = new DeliveryWorld();
  world.subscribe("sub_1", { timeoutSeconds: 1 });
  world.subscribe("sub_2", { timeoutSeconds: 30 });
  for (const [n, subscription] of ["sub_1", "sub_2"].entries()) await world.run(world.message(n + 1, {}, subscription));
  expect(world.posts.map(({ deadline }) => deadline)).toEqual([1_000, world.timings.fastDeadline]);
});

it("a batch's attempts are counted when the batch is done", async () => {
  const world = new DeliveryWorld();
  world.subscribe();
  await world.run(world.message(1));
  expect(world.deliveries.items.filter(({ pk }) => pk.endsWith("#statistics"))).toHaveLength(1);
});
