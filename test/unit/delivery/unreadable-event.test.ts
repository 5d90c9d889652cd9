import { describe, expect, it } from "vitest";
import { subscribed } from "./delivery-world.ts";

describe("an event that can't be read", () => {
  it("delays no other delivery of its batch", async () => {
    const w = subscribed();
    const batch = [w.message(1), w.message(2)];
    w.corrupt = batch[0]!.event;
    expect(await w.run(...batch)).toEqual(["rejected", "fulfilled"]);
    expect(w.rows()).toMatchObject([{ event: batch[1]!.event, state: "delivered" }]);
    // The event exists, so its delivery must not end as that of a missing one.
    expect(await w.run({ message: batch[0]!, receiveCount: 3 })).toEqual(["rejected"]);
    expect(w.rows()).toHaveLength(1);
  });

  it("makes the message repeat at first, and ends the delivery when the event stays missing", async () => {
    const w = subscribed();
    const message = w.message();
    w.events.clear();
    expect(await w.run({ message, receiveCount: 1 })).toEqual(["rejected"]);
    expect(await w.run({ message, receiveCount: 3 })).toEqual(["fulfilled"]);
    expect(w.rows()).toMatchObject([{ state: "expired", attempts: [], erased: true }]);
  });

  it("ends the delivery at the first receive if the event has expired", async () => {
    const w = subscribed();
    const message = w.message();
    w.events.clear();
    // A drain or a replay may send a delivery in the last second of its event.
    w.clock.advance(w.timings.eventRetention - 3_000);
    expect(await w.run({ message, receiveCount: 1 })).toEqual(["rejected"]);
    w.clock.advance(3_000);
    expect(await w.run({ message, receiveCount: 1 })).toEqual(["fulfilled"]);
    expect(w.rows()).toMatchObject([{ state: "expired", attempts: [] }]);
    expect(w.rows()[0]).not.toHaveProperty("erased");
  });
});

it("concurrent batches read each of their events once, even if one of them is corrupt", async () => {
  const w = subscribed();
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
  const w = subscribed();
  const [one, other] = [w.message(1), { ...w.message(2, { instance: "globex" }), instance: "globex" }];
  expect(await w.run(one, other)).toEqual(["fulfilled", "fulfilled"]);
  expect(w.eventReads).toEqual([[one.event], [other.event]]);
});
