import { expect, test } from "vitest";
import { mostHops, recoverMessage } from "../../../../shared/delivery/backlog/backlog-drain.ts";
import { DeliveryWorld } from "../delivery-world.ts";

const endpoint = { partner: "prt_1", subscription: "sub_1" };

/** More than one drain sends. */
async function aBacklog(rows: number): Promise<DeliveryWorld> {
  const world = new DeliveryWorld({ drainLimit: 2 });
  world.subscribe();
  for (let n = 1; n <= rows; n += 1) await world.backlog.add(world.message(n), { due: world.clock.now() });
  return world;
}

test("each drain of a chain knows how long the chain is", async () => {
  const world = await aBacklog(6);
  await world.recovery.run({ kind: "drain", ...endpoint });
  const [second] = world.recover.take();
  expect(second).toEqual({ kind: "drain", ...endpoint, hops: 1 });
  await world.recovery.run(recoverMessage.parse(second));
  expect(world.recover.take()).toEqual([{ kind: "drain", ...endpoint, hops: 2 }]);
});

test("a chain that is too long ends, and the next sweep begins a new one where it stopped", async () => {
  const world = await aBacklog(6);
  await world.recovery.run({ kind: "drain", ...endpoint, hops: mostHops });
  expect(world.queued()).toHaveLength(2);
  expect(world.recover.take()).toEqual([]);
  await world.sweep();
  expect(world.queued()).toHaveLength(4);
  expect(world.backlogRows()).toEqual([]);
});
