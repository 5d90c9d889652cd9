import { expect, it } from "vitest";
import { consumerOf, pullWorld } from "./pull-world.ts";

it("a fetch reads few events ahead of those that fit into its response", async () => {
  const world = pullWorld({ pageSize: 1_000 });
  await world.run(...Array.from({ length: 100 }, (_, n) => world.message(n)));
  const reads: number[] = [];
  const consumer = consumerOf(world, world.deliveries, async (wanted) => {
    reads.push(wanted.length);
    return wanted.map(({ id }) => world.events.get(id));
  });
  const roomFor = (most: number) => () => {
    let taken = 0;
    return { takes: () => (taken += 1) <= most };
  };
  const fetched = async (most: number) =>
    consumer.fetch("sub_1", { limit: 100, lease: 60_000, newRoom: roomFor(most) });
  expect([await fetched(4), reads.splice(0)]).toEqual([expect.objectContaining({ length: 4 }), [8]]);
  expect([await fetched(100), reads.splice(0)]).toEqual([expect.objectContaining({ length: 96 }), [8, 16, 32, 40]]);
});
