import { beforeEach, describe, expect, it } from "vitest";
import { answered, type DeliveryWorld, endpoint, subscribed } from "../delivery-world.ts";

let world: DeliveryWorld;
beforeEach(() => {
  world = subscribed();
});

/** Fails until the circuit is open, and returns since when. */
async function failed(): Promise<number> {
  world.answer = () => answered(500);
  for (let event = 1; event <= 5; event += 1) await world.run(world.message(event));
  const { state, since } = await world.circuits.read(endpoint);
  expect(state).toBe("open");
  return since;
}

/** A probe with a 2xx response. */
async function answer(): Promise<void> {
  world.answer = () => answered(200);
  world.clock.advance(60_000);
  await world.run({ ...world.message(9), parked: true, probe: true });
  expect((await world.circuits.read(endpoint)).state).toBe("healthy");
}

describe("an endpoint's circuit", () => {
  it("reports the start of an outage when it opens, and its end when it closes before a notice", async () => {
    const since = await failed();
    expect(world.alerts.take()).toEqual([{ kind: "outage", ...endpoint, since }]);
    await answer();
    expect(world.alerts.take()).toEqual([{ kind: "outage", ...endpoint, since, ended: true }]);
  });

  it("leaves the end of an outage to its notice once the owner got one", async () => {
    await failed();
    world.alerts.take();
    await world.circuits.change(endpoint, (circuit) => ({ ...circuit, notified: "failing" }));
    await answer();
    expect(world.alerts.take()).toEqual([]);
    expect(world.notified.map(({ type }) => type)).toContain("bridge.endpoint_recovered");
  });

  it("opens even if no message can be sent", async () => {
    world.alerts.send = () => Promise.reject(new Error("no queue"));
    await failed();
    expect(world.posts).toHaveLength(5);
    expect(JSON.stringify(world.logger.lines)).toContain("endpoint.outage_unsent");
  });
});
