import { beforeEach, describe, expect, it } from "vitest";
import { incomingDelivery } from "../../../../shared/delivery/attempt/attempt-answer.ts";
import { recoverMessage } from "../../../../shared/delivery/backlog/recover-message.ts";
import { DeliveryWorld } from "../delivery-world.ts";

const endpoint = { partner: "prt_1", subscription: "sub_1" };
const suspended = { isActive: false, instances: "all" as const, quotas: undefined, rev: 2 };
const resumed = { isActive: true, instances: "all" as const, quotas: undefined, rev: 3 };

let world: DeliveryWorld;
beforeEach(() => {
  world = new DeliveryWorld({ pageSize: 1_000, drainLimit: 2_000 });
  world.subscribe();
});

/**
 * Advances by seconds: the queues deliver their messages, and a sweep comes every 15 s. Returns how many deliveries
 * were sent.
 */
async function pass(seconds: number): Promise<number> {
  let messages = 0;
  for (let second = 0; second < seconds; second += 1) {
    world.clock.advance(1_000);
    if (second % 15 === 0) await world.recovery.run({ kind: "sweep" });
    for (const drain of world.recover.take()) await world.recovery.run(recoverMessage.parse(drain));
    for (const message of world.deliver.take()) {
      messages += 1;
      await world.run(incomingDelivery.parse(message));
    }
  }
  return messages;
}

async function hold(count: number): Promise<void> {
  world.access = suspended;
  for (let n = 1; n <= count; n += 1) await world.run(world.message(n));
}

const stateOf = async () => (await world.circuits.read(endpoint)).state;

describe("a delivery held for a suspended partner", () => {
  it("waits without ageing until the partner is resumed", async () => {
    await hold(100);
    await world.circuits.disable(endpoint);
    expect(await pass(120), "deliveries sent in two minutes").toBe(0);
    expect(await stateOf()).toBe("disabled");
    expect(world.backlogRows()).toHaveLength(100);

    world.access = resumed;
    await world.circuits.resume(endpoint);
    expect((await world.circuits.read(endpoint)).stopped).toBe(120_000);
    expect(await pass(60)).toBe(100);
    expect(world.posts).toHaveLength(100);
  });

  it("waits if the circuit hadn't heard of the suspension, or was closed meanwhile", async () => {
    await hold(10);
    expect(await pass(60)).toBe(0);
    expect(await stateOf()).toBe("disabled");
    // An operator changes the subscription's address.
    await world.circuits.resume(endpoint);
    expect(await pass(60)).toBe(0);
    expect(await stateOf()).toBe("disabled");
    expect(world.notified, "its owner has done nothing, and can do nothing").toEqual([]);
  });

  it("is sent if the circuit never heard of the resumption", async () => {
    await hold(10);
    await world.circuits.disable(endpoint);
    await pass(60);
    world.access = resumed;
    // A sweep checks the endpoint again within six hours, even if the process that resumed the partner died before
    // notifying the endpoint.
    world.clock.advance(6 * 3_600_000);
    expect(await pass(60)).toBe(10);
    expect(world.posts).toHaveLength(10);
  });
});
