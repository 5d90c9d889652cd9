import { expect, it } from "vitest";
import { DeliveryWorld } from "./delivery-world.ts";

it("concurrent batches read each of their events once, even if one of them is corrupt", async () => {
  const w = new DeliveryWorld();
  w.subscribe();
  w.subscribe("sub_2");
  const [first, second, corrupt] = [w.message(1), w.message(2), w.message(3)];
  w.corrupt = corrupt.event;
  const toSecond = { ...first, subscription: "sub_2" };
  expect(await Promise.all([w.run(first, second), w.run(toSecond)])).toEqual([
    ["fulfilled", "fulfilled"],
    ["fulfilled"],
  ]);
  expect(w.eventReads).toEqual([[first.event, second.event]]);
  expect(await Promise.all([w.run({ ...second, subscription: "sub_2" }), w.run(corrupt)])).toEqual([
    ["fulfilled"],
    ["rejected"],
  ]);
  expect(w.posts).toHaveLength(4);
});

it("an instance's events are read without those of another, which may be large", async () => {
  const w = new DeliveryWorld();
  w.subscribe();
  const [one, other] = [w.message(1), { ...w.message(2, { instance: "globex" }), instance: "globex" }];
  expect(await w.run(one, other)).toEqual(["fulfilled", "fulfilled"]);
  expect(w.eventReads).toEqual([[one.event], [other.event]]);
});
