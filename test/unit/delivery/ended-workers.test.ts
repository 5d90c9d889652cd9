import { describe, expect, it } from "vitest";
import type { IncomingDelivery, Received } from "../../../shared/delivery/attempt/attempt-answer.ts";
import { answered, type DeliveryWorld, endpoint, subscribed } from "./delivery-world.ts";
import { FaultyMachine } from "./faulty-machine.ts";

/** An endpoint that has failed five times, so that its circuit is open and what comes then waits. */
async function failing(world: DeliveryWorld, waiting = 3): Promise<void> {
  world.answer = () => answered(500);
  for (let n = 1; n <= 5 + waiting; n += 1) await world.run(world.message(n));
  world.answer = () => answered(200);
  world.queued();
  world.clock.advance(30_000);
}

/** The message of the probe that is due. */
async function probeOf(world: DeliveryWorld): Promise<IncomingDelivery> {
  await failing(world);
  await world.sweep();
  return world.queued()[0]!.message;
}

const told = (world: DeliveryWorld) => world.notified.map(({ type }) => type);
const stateOf = async (world: DeliveryWorld) => (await world.circuits.read(endpoint)).state;
const backlogOf = (world: DeliveryWorld) => world.backlogRows().length;
/** States of the deliveries but those that failed at first and wait for their retries. */
const statesOf = (world: DeliveryWorld) => world.rows().flatMap(({ state }) => (state === "waiting" ? [] : [state]));

type Ending = {
  readonly name: string;
  /** Gives the messages that are received. */
  readonly prepare: (world: DeliveryWorld) => Promise<readonly IncomingDelivery[]>;
  readonly end: (world: DeliveryWorld) => unknown;
  /** What it is, whichever operation its worker ends at. */
  readonly expected: unknown;
  /** Ms between two rounds of messages and sweeps; absent: longer than a claim. */
  readonly gap?: number;
};

describe("a worker that ends before or after any of its operations", () => {
  it.each<Ending>([
    {
      name: "replaces a probe whose event was erased",
      gap: 1_000,
      expected: "healthy",
      prepare: async (world) => {
        const probe = await probeOf(world);
        world.events.delete(probe.event);
        return [probe];
      },
      end: stateOf,
    },
    {
      name: "replaces a probe of an instance taken away",
      gap: 1_000,
      expected: "healthy",
      prepare: async (world) => {
        await failing(world, 0);
        await world.run({ ...world.message(6), instance: "other" });
        await world.sweep();
        const [probe] = world.queued();
        await world.run(world.message(7));
        world.access = { ...world.access, instances: new Set(["acme"]) };
        world.restarted();
        return [probe!.message];
      },
      end: stateOf,
    },
    {
      name: "sends the probe that is due",
      expected: [["delivered"], 0],
      prepare: async (world) => {
        await failing(world, 1);
        return [];
      },
      end: (world) => [statesOf(world), backlogOf(world)],
    },
    {
      name: "expires what no consumer has fetched",
      expected: [["bridge.delivery_exhausted"], ["expired"], 0],
      prepare: async (world) => {
        world.subscribe("sub_1", { kind: "pull", url: undefined });
        await world.run(world.message(1));
        world.clock.advance(29.98 * 86_400_000);
        return [];
      },
      end: (world) => [told(world), statesOf(world), backlogOf(world)],
    },
  ])("$name", async ({ prepare, end, gap = 61_000, expected }) => {
    const run = async (at: number, stands: boolean) => {
      const world = subscribed();
      const messages = await prepare(world);
      const machine = new FaultyMachine(world, [{ at, length: 1, stands, dies: true }]);
      let queue: readonly Received[] = messages.map((message) => ({ message, receiveCount: 3 }));
      let operations = 0;
      for (let round = 0; round < 8; round += 1) {
        const statuses = await machine.run(queue);
        const again = queue.filter((_, place) => statuses[place] === "rejected");
        if (messages.length === 0) await machine.sweep();
        if (round === 0) ({ operations } = machine);
        if (messages.length > 0) await machine.sweep();
        queue = [...again, ...world.queued().map(({ message }) => ({ message, receiveCount: 1 }))];
        world.clock.advance(gap);
      }
      world.restarted();
      return { end: await end(world), operations };
    };
    const whole = await run(Number.POSITIVE_INFINITY, false);
    expect(whole.end).toEqual(expected);
    for (let at = 0; at < whole.operations; at += 1)
      for (const stands of [false, true])
        expect((await run(at, stands)).end, `operation ${at}, ${stands ? "done" : "not done"}`).toEqual(expected);
  });
});
