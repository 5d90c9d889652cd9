import { expect, it } from "vitest";
import { around } from "../../../support/around.ts";
import { DeliveryWorld, endpoint } from "../delivery-world.ts";

const dueOf = (world: DeliveryWorld): unknown =>
  world.subscriptions.items.find(({ sk }) => sk === "endpoint#sub_1")?.["due"];

it("an endpoint is due as early as its first waiting row, in whatever order rows are announced", async () => {
  const world = new DeliveryWorld();
  const now = world.clock.now();
  for (const [wait, due] of [
    [50_000, 50_000],
    [20_000, 20_000],
    [30_000, 20_000],
  ] as const) {
    await world.backlog.announce(endpoint, now + wait);
    expect(dueOf(world)).toBe(now + due);
  }
});

it("an earlier time announced by another worker is kept", async () => {
  const world = new DeliveryWorld();
  const now = world.clock.now();
  around(world.subscriptions, "update", (update) => async (change) => {
    const outcome = await update(change);
    if (outcome === "written") return outcome;
    world.subscriptions.update = update;
    await update({ key: change.key, set: { due: now + 5_000, dueShard: "due#0" } });
    return outcome;
  });
  await world.backlog.announce(endpoint, now + 50_000);
  expect(dueOf(world)).toBe(now + 5_000);
});

it("an endpoint is kept if something was added since it was read", async () => {
  const world = new DeliveryWorld();
  await world.backlog.announce(endpoint, world.clock.now());
  await world.backlog.announce(endpoint, world.clock.now());
  await world.backlog.forget(endpoint, 1);
  expect(dueOf(world)).toBe(world.clock.now());
  await world.backlog.forget(endpoint, 2);
  expect(dueOf(world)).toBeUndefined();
});

it("a waiting row is kept for as long as its event", async () => {
  const world = new DeliveryWorld();
  await world.backlog.add(world.message(), { due: 1 });
  const detectedAt = world.clock.now() - 1_000;
  expect(world.backlogRows()).toMatchObject([{ expiresAt: (detectedAt + world.timings.eventRetention) / 1_000 }]);
});
