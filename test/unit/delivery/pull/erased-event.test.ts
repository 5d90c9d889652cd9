import { expect, it } from "vitest";
import { CorruptItemError } from "../../../../shared/kernel/errors.ts";
import { idOf } from "../../fanout/an-event.ts";
import { consumerOf, pullWorld } from "./pull-world.ts";

it("a pull subscription gives up an erased event at the third fetch, and never one that can't be read", async () => {
  const world = pullWorld();
  await world.run(...[1, 2].map((n) => world.message(n)));
  const consumer = consumerOf(world, world.deliveries, async ([event, ...more]) => {
    if (event?.id === idOf(1) && more.length === 0) return [undefined];
    throw new CorruptItemError("the event is no event");
  });
  for (const rows of [2, 2, 1, 1, 1]) {
    expect(await consumer.fetch("sub_1", { limit: 10, lease: 60_000 })).toEqual([]);
    expect(world.backlogRows()).toHaveLength(rows);
    world.clock.advance(60_000);
  }
});
