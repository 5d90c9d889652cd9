import { beforeEach, describe, expect, it, vi } from "vitest";
import { pass } from "./answering.ts";
import { type DeliveryWorld, endpoint, subscribed } from "./delivery-world.ts";

let world: DeliveryWorld;
beforeEach(() => {
  world = subscribed({}, { pageSize: 1_000, drainLimit: 2_000 });
});
const unbound = { isActive: true, instances: new Set<string>(), quotas: undefined, rev: 2 };
const suspended = { isActive: false, instances: "all" as const, quotas: undefined, rev: 2 };

describe("a delivery in flight", () => {
  it("isn't sent once its partner has lost the instance, and leaves no trace", async () => {
    world.access = unbound;
    await world.run(world.message(1));
    expect(world.posts).toEqual([]);
    expect(world.deliveries.items).toEqual([]);
  });

  it("is sent if its partner just got the instance", async () => {
    world.access = { ...unbound, instances: new Set(["another"]) };
    // The worker keeps what it read for this one.
    await world.run({ ...world.message(1), instance: "another" });
    world.posts.length = 0;
    world.access = { ...unbound, instances: new Set(["another", world.message(2).instance]) };
    await world.run(world.message(2));
    expect(world.posts.length).toBe(1);
  });

  it("leaves no trace in an ordered subscription either, nor do those behind it", async () => {
    world.subscribe("sub_1", { ordered: true });
    const ofRecord = { type: "person", id: "7", part: 1 } as const;
    for (const seq of [1, 2]) await world.run(world.message(seq, { subject: { ...ofRecord, seq } }));
    world.access = unbound;
    world.clock.advance(20_000);
    let messages = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      for (let queued = world.queued(); queued.length > 0; queued = world.queued()) {
        messages += queued.length;
        await world.run(...queued.map(({ message }) => message));
      }
      world.clock.advance(60_000);
      await world.sweep();
    }
    expect(world.posts).toEqual([]);
    expect(messages, "in an hour").toBeLessThanOrEqual(4);
    expect([world.rows(), world.backlogRows()]).toEqual([[], []]);
  });

  it("leaves no trace with a disabled endpoint either", async () => {
    world.access = unbound;
    world.subscribe("sub_1", { status: "disabled" });
    await world.run(world.message(1));
    expect(world.deliveries.items).toEqual([]);
  });

  it("is held for a disabled endpoint before its event can be read", async () => {
    world.subscribe("sub_1", { status: "disabled" });
    const message = world.message(1);
    world.events.clear();
    await world.run(message);
    expect(world.rows()).toMatchObject([{ state: "held" }]);
    await world.sweep();
    expect(world.notified, "its owner disabled it").toEqual([]);
  });

  it("is given up if it was tried before", async () => {
    const message = world.message(1);
    world.answer = () => ({ outcome: "answered", status: 500, headers: {}, excerpt: "", ms: 1, timing: {} });
    await world.run(message);
    world.access = unbound;
    world.clock.advance(10_000);
    await world.run({ ...message, attempt: 2 });
    expect(world.posts.length).toBe(1);
    expect(world.rows()).toMatchObject([{ state: "expired" }]);
  });

  it("is held while its partner is suspended", async () => {
    world.access = suspended;
    await world.run(world.message(1));
    expect(world.posts).toEqual([]);
    expect(world.rows()).toMatchObject([{ state: "held" }]);
    expect(world.deliveries.items.filter(({ pk }) => pk.includes("backlog")).length).toBe(1);
  });
});

const resumed = { isActive: true, instances: "all" as const, quotas: undefined, rev: 3 };

async function hold(count: number): Promise<void> {
  world.access = suspended;
  for (let n = 1; n <= count; n += 1) await world.run(world.message(n));
}

const stateOf = async () => (await world.circuits.read(endpoint)).state;

describe("a delivery held for a suspended partner", () => {
  it("waits without ageing until the partner is resumed", async () => {
    await hold(100);
    await world.circuits.follow(endpoint, false);
    expect(await pass(world, 120), "deliveries sent in two minutes").toBe(0);
    expect(await stateOf()).toBe("disabled");
    expect(world.backlogRows()).toHaveLength(100);

    world.access = resumed;
    await world.circuits.resume(endpoint);
    expect((await world.circuits.read(endpoint)).stopped).toBe(120_000);
    expect(await pass(world, 60)).toBe(100);
    expect(world.posts).toHaveLength(100);
  });

  it("waits if the circuit hadn't heard of the suspension, or was closed meanwhile", async () => {
    await hold(10);
    expect(await pass(world, 60)).toBe(0);
    expect(await stateOf()).toBe("disabled");
    // An operator changes the subscription's address.
    await world.circuits.resume(endpoint);
    expect(await pass(world, 60)).toBe(0);
    expect(await stateOf()).toBe("disabled");
    expect(world.notified, "its owner has done nothing, and can do nothing").toEqual([]);
  });

  it("is sent if the circuit never heard of the resumption", async () => {
    await hold(10);
    await world.circuits.follow(endpoint, false);
    await pass(world, 60);
    world.access = resumed;
    // A sweep checks the endpoint again within six hours, even if the process that resumed the partner died before
    // notifying the endpoint.
    world.clock.advance(6 * 3_600_000);
    expect(await pass(world, 60)).toBe(10);
    expect(world.posts).toHaveLength(10);
  });
});

it("an endpoint that keeps changing is checked four times, and again by the next sweep", async () => {
  await hold(1);
  const follow = vi.spyOn(world.circuits, "follow").mockResolvedValue(undefined);
  for (const checks of [4, 8]) {
    await world.recovery.run({ kind: "drain", ...endpoint });
    expect(follow).toHaveBeenCalledTimes(checks);
  }
});
