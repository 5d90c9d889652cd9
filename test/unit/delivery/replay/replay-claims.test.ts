import { beforeEach, expect, it } from "vitest";
import { type DeliveryWorld, subscribed } from "../delivery-world.ts";
import { replaysOver } from "./replays-over.ts";

let world: DeliveryWorld;
/** `start` allows 50 events a second in total, so a replay at 50 a second leaves no quota for another. */
let replays: ReturnType<typeof replaysOver>;
beforeEach(() => {
  world = subscribed();
  replays = replaysOver(world, async () => ({ matches: [], scanned: 1, cursor: { instance: 1 }, done: true }));
});

it("a replay returns its quota when its subscription is gone", async () => {
  const job = await replays.started(50);
  world.endpoints.delete("sub_1");
  await replays.run(job);
  expect(await replays.find(job)).toMatchObject({ state: "cancelled" });
  expect(await replays.start(50)).toMatchObject({ state: "running" });
});

it("a replay pauses while its partner is suspended, and continues once it is resumed", async () => {
  const job = await replays.started(50);
  world.access = { ...world.access, isActive: false };
  await replays.run(job);
  expect(await replays.find(job)).toMatchObject({ state: "paused" });
  world.access = { ...world.access, isActive: true };
  expect(await replays.store.resume(job, 50)).toBe(true);
  await replays.run(job);
  expect(await replays.find(job)).toMatchObject({ state: "completed" });
});

it("a replay keeps the new worker's claim when the previous worker comes back late", async () => {
  const job = await replays.started(50);
  const late = await replays.store.claim("prt_1", job.id);
  world.clock.advance(121_000);
  const current = await replays.store.claim("prt_1", job.id);
  if (late !== undefined) await replays.store.giveUp(late, "cancelled");
  expect(current).toMatchObject({ state: "running" });
  expect(await replays.find(job)).toEqual(current);
});
