import { beforeEach, expect, it } from "vitest";
import type { ReplayJob } from "../../../../shared/delivery/replay/replay-job.ts";
import { ReplaySource } from "../../../../shared/delivery/replay/replay-source.ts";
import { ReplayStore } from "../../../../shared/delivery/replay/replay-store.ts";
import { Replays } from "../../../../shared/delivery/replay/replays.ts";
import { freshDraw } from "../../../../shared/kernel/draw.ts";
import { faked } from "../../../support/faked.ts";
import { testContext } from "../../../support/test-context.ts";
import { DeliveryWorld } from "../delivery-world.ts";

let world: DeliveryWorld;
let store: ReplayStore;
let replays: Replays;
beforeEach(() => {
  world = new DeliveryWorld();
  world.subscribe("sub_1");
  const { clock, deliver, recover, logger, subscriptions: table } = world;
  store = new ReplayStore({ ...testContext({ clock }), table });
  const chunk = { matches: [], scanned: 1, cursor: { instance: 1 }, done: true };
  const source = faked(ReplaySource, { chunk: async () => chunk });
  replays = new Replays({
    ...testContext({ clock, logger }),
    ...{ table, store, source, subscriptions: world.store, partners: world.partners, deliver, recover },
  });
});

/** A replay that takes the whole quota of its partner. */
const begun = async () =>
  store.create(
    {
      ...{ partner: "prt_1", subscription: "sub_1", instances: ["acme"], perSecond: 50 },
      criteria: { undelivered: false, since: 0, until: world.clock.now() },
    },
    50,
    freshDraw(world),
  );
async function started(): Promise<ReplayJob> {
  const job = await begun();
  if ("refusal" in job) throw new Error("refused");
  return job;
}
const run = ({ id }: ReplayJob) => replays.run({ kind: "replay", partner: "prt_1", job: id });

it("a replay returns its quota when its subscription is gone", async () => {
  const job = await started();
  world.endpoints.delete("sub_1");
  await run(job);
  expect(await store.find("prt_1", job.id)).toMatchObject({ state: "cancelled" });
  expect(await begun()).toMatchObject({ state: "running" });
});

it("a replay pauses while its partner is suspended, and continues once it is resumed", async () => {
  const job = await started();
  world.access = { ...world.access, isActive: false };
  await run(job);
  expect(await store.find("prt_1", job.id)).toMatchObject({ state: "paused" });
  world.access = { ...world.access, isActive: true };
  expect(await store.resume(job, 50)).toBe(true);
  await run(job);
  expect(await store.find("prt_1", job.id)).toMatchObject({ state: "completed" });
});

it("a replay keeps the new worker's claim when the previous worker comes back late", async () => {
  const job = await started();
  const late = await store.claim("prt_1", job.id);
  world.clock.advance(121_000);
  const current = await store.claim("prt_1", job.id);
  if (late !== undefined) await store.giveUp(late, "cancelled");
  expect(current).toMatchObject({ state: "running" });
  expect(await store.find("prt_1", job.id)).toEqual(current);
});
