import { beforeEach, expect, test } from "vitest";
import { recoverMessage } from "../../../../shared/delivery/backlog/drain-turns.ts";
import { idOf } from "../../fanout/an-event.ts";
import type { DeliveryWorld } from "../delivery-world.ts";
import { pullWorld } from "./pull-world.ts";

const day = 86_400_000;
const drain = { kind: "drain", partner: "prt_1", subscription: "sub_1" } as const;

let world: DeliveryWorld;

beforeEach(async () => {
  world = pullWorld({ pageSize: 1_000 });
  const begun = world.clock.now();
  for (let n = 0; n < 450; n += 1) await world.run(world.message(n, { id: idOf(n, begun + n) }));
  world.clock.advance(29.98 * day);
});

const expired = () => world.rows().filter(({ state }) => state === "expired").length;

test("a message expires at most 200 deliveries of a pull subscription, and requests the next part", async () => {
  await world.recovery.run(drain);
  expect([expired(), world.backlogRows().length, world.recover.sent.length]).toEqual([200, 250, 1]);
  // Sweeps begin nothing beside it.
  for (let sweep = 0; sweep < 3; sweep += 1) await world.recovery.run(drain);
  expect([expired(), world.recover.sent.length]).toEqual([200, 1]);
  await world.sweep();
  expect([expired(), world.backlogRows().length]).toEqual([450, 0]);
  expect(world.endpoint()).not.toHaveProperty("due");
  expect(world.notified.map(({ type }) => type)).toEqual(["bridge.delivery_exhausted"]);
});

test("a later sweep continues if the request for the next part is lost", async () => {
  await world.recovery.run(drain);
  world.recover.take();
  world.clock.advance(2_000);
  await world.sweep();
  expect([expired(), world.backlogRows().length]).toEqual([450, 0]);
});

test("messages that expire the same part concurrently request one next part", async () => {
  await Promise.all([1, 2, 3].map(() => world.recovery.run(drain)));
  expect([expired(), world.recover.sent.length]).toEqual([200, 1]);
  expect(recoverMessage.parse(world.recover.take()[0])).toEqual({ ...drain, hops: 1 });
});
