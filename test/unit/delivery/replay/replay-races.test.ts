import { beforeEach, describe, expect, it } from "vitest";
import type { ReplayJob } from "../../../../shared/delivery/replay/replay-job.ts";
import { freshDraw } from "../../../../shared/kernel/draw.ts";
import { around, before } from "../../../support/around.ts";
import { type DeliveryWorld, subscribed } from "../delivery-world.ts";
import { replaysOver, wantedReplay } from "./replays-over.ts";

let world: DeliveryWorld;
/** `start` allows 50 events a second in total, so a replay at 50 a second leaves no quota for another. */
let replays: ReturnType<typeof replaysOver>;
beforeEach(() => {
  world = subscribed();
  replays = replaysOver(world, async () => ({ matches: [], scanned: 1, cursor: { instance: 1 }, done: true }));
});

const claim = async ({ id }: ReplayJob) => (await replays.store.claim("prt_1", id))!;
const advance = (job: ReplayJob, done: boolean) =>
  replays.store.advance(job, { cursor: { instance: 1 }, scanned: 5, sent: 5, done }, world.clock.now());

describe("two replays started at once", () => {
  it("share their partner's quota until the first one's job is written", async () => {
    let second: unknown;
    before(world.subscriptions, "put", async (puts) => {
      if (puts.some(({ item }) => item.sk.startsWith("job#"))) second = await replays.start(50);
    });
    expect(await replays.start(50)).toMatchObject({ state: "running" });
    expect(second).toEqual({ refusal: { free: 0 } });
  });

  it("get no negative remainder if the quota was lowered", async () => {
    await replays.started(50);
    expect(await replays.start(1, 10)).toEqual({ refusal: { free: 0 } });
  });

  it("are one continuing replay if they have the same request", async () => {
    const draw = freshDraw(world);
    const same = (perSecond: number) =>
      replays.store.create(wantedReplay(world, perSecond), 50, {
        ...draw,
        bytes: (length: number) => new Uint8Array(length),
      });
    const job = (await same(50)) as ReplayJob;
    await advance(await claim(job), false);
    await same(0);
    expect(await replays.find(job)).toMatchObject({ chunk: 1, scanned: 5 });
  });
});

describe("a chunk", () => {
  it("isn't claimed again once another worker has done it", async () => {
    const job = await replays.started(50);
    around(world.subscriptions, "get", (get) => async (...call) => {
      world.subscriptions.get = get;
      const item = await get(...call);
      // The one that took it says that it may go on at once.
      await advance(await claim(job), false);
      return item;
    });
    expect(await replays.store.claim("prt_1", job.id)).toBeUndefined();
  });

  it.each([
    { first: true, second: true, state: "completed" },
    { first: false, second: false, state: "running" },
    { first: false, second: true, state: "running" },
  ])("is settled by one worker, whichever says that it is the last: $first, $second", async (arm) => {
    const job = await claim(await replays.started(50));
    expect([await advance(job, arm.first), await advance(job, arm.second)]).toEqual([true, false]);
    expect(await replays.find(job)).toMatchObject({ state: arm.state, chunk: 1, sent: 5 });
  });

  it("neither completes nor pauses a replay that was cancelled meanwhile", async () => {
    const [full, empty] = [await claim(await replays.started(50)), await claim(await replays.started(50))];
    for (const job of [full, empty]) await replays.store.change(job, "running", "cancelled");
    await advance(full, true);
    await replays.store.giveUp(empty, "paused");
    expect(await replays.find(full)).toMatchObject({ state: "cancelled", sent: 5 });
    expect(await replays.find(empty)).toMatchObject({ state: "cancelled" });
  });
});

describe("a replay", () => {
  it("doesn't count for the one that follows it once it is paused and its subscription removed", async () => {
    for (let n = 0; n < 20; n += 1) {
      const job = await replays.start(1);
      if (!("refusal" in job)) await replays.store.change(job, "running", "paused");
    }
    world.clock.advance(600_000);
    expect(await replays.start(1)).toMatchObject({ state: "running" });
  });

  it("returns its quota when its subscription is gone", async () => {
    const job = await replays.started(50);
    world.endpoints.delete("sub_1");
    await replays.run(job);
    expect(await replays.find(job)).toMatchObject({ state: "cancelled" });
    expect(await replays.start(50)).toMatchObject({ state: "running" });
  });

  it("pauses while its partner is suspended, and continues once it is resumed", async () => {
    const job = await replays.started(50);
    world.access = { ...world.access, isActive: false };
    await replays.run(job);
    expect(await replays.find(job)).toMatchObject({ state: "paused" });
    world.access = { ...world.access, isActive: true };
    expect(await replays.store.resume(job, 50)).toBe(true);
    await replays.run(job);
    expect(await replays.find(job)).toMatchObject({ state: "completed" });
  });

  it("keeps the new worker's claim when the previous worker comes back late", async () => {
    const job = await replays.started(50);
    const late = await claim(job);
    world.clock.advance(121_000);
    const current = await claim(job);
    await replays.store.giveUp(late, "cancelled");
    expect(current).toMatchObject({ state: "running" });
    expect(await replays.find(job)).toEqual(current);
  });
});
