import { describe, expect, it } from "vitest";
import { DeliveryWorld } from "./delivery-world.ts";

function world(): DeliveryWorld {
  const made = new DeliveryWorld();
  made.subscribe();
  return made;
}

describe("an event that can't be read", () => {
  it("delays no other delivery of its batch", async () => {
    const w = world();
    const batch = [w.message(1), w.message(2)];
    w.corrupt = batch[0]!.event;
    expect(await w.run(...batch)).toEqual(["rejected", "fulfilled"]);
    expect(w.rows()).toMatchObject([{ event: batch[1]!.event, state: "delivered" }]);
  });

  it("makes the message repeat at first, and ends the delivery when the event stays missing", async () => {
    const w = world();
    const message = w.message();
    w.events.clear();
    expect(await w.run({ message, receiveCount: 1 })).toEqual(["rejected"]);
    expect(await w.run({ message, receiveCount: 3 })).toEqual(["fulfilled"]);
    expect(w.rows()).toMatchObject([{ state: "expired", attempts: [] }]);
  });

  it("ends the delivery at the first receive if the event has expired", async () => {
    const w = world();
    const message = w.message();
    w.events.clear();
    // A drain or a replay may send a delivery in the last second of its event.
    w.clock.advance(w.timings.eventRetention - 3_000);
    expect(await w.run({ message, receiveCount: 1 })).toEqual(["rejected"]);
    w.clock.advance(3_000);
    expect(await w.run({ message, receiveCount: 1 })).toEqual(["fulfilled"]);
    expect(w.rows()).toMatchObject([{ state: "expired", attempts: [] }]);
  });
});
