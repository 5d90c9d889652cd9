import { beforeEach, describe, expect, it } from "vitest";
import type { ReplayJob } from "../../../../shared/delivery/replay/replay-job.ts";
import { ReplayStore } from "../../../../shared/delivery/replay/replay-store.ts";
import { type Draw, freshDraw } from "../../../../shared/kernel/draw.ts";
import type { Table } from "../../../../shared/kernel/ports/table.ts";
import { testContext } from "../../../support/test-context.ts";
import { forwarding } from "../../subscriptions/subscription-fixture.ts";
import { DeliveryWorld } from "../delivery-world.ts";
import { wantedReplay } from "./replays-over.ts";

let world: DeliveryWorld;
let store: ReplayStore;
beforeEach(() => {
  world = new DeliveryWorld();
  store = storeOver({});
});

/** Another worker's store, some of whose calls are replaced. */
function storeOver(calls: Partial<Table>): ReplayStore {
  return new ReplayStore({
    ...testContext({ clock: world.clock }),
    table: { ...forwarding(world.subscriptions), ...calls },
  });
}

const create = (by = store, draw: Draw = freshDraw(world), perSecond = 50) =>
  by.create(wantedReplay(world, perSecond), 50, draw);
async function started(draw?: Draw): Promise<ReplayJob> {
  const job = await create(store, draw);
  if ("refusal" in job) throw new Error("refused");
  return job;
}
const claimed = async ({ id }: ReplayJob) => {
  const claim = await store.claim("prt_1", id);
  if (claim === undefined) throw new Error("not claimed");
  return claim;
};
const found = async ({ id }: ReplayJob) => store.find("prt_1", id);
const chunkOf = (done: boolean) => ({ cursor: { instance: 1 }, scanned: 5, sent: 5, done });

describe("two replays started at once", () => {
  it("share their partner's quota", async () => {
    // What they claim is kept from an earlier one.
    await store.change(await started(), "running", "cancelled");
    const both = await Promise.all([create(), create(storeOver({}))]);
    expect(both.filter((one) => "refusal" in one)).toHaveLength(1);
  });

  it("share it until the first one's job is written", async () => {
    let second: unknown;
    const slow = storeOver({
      put: async (puts) => {
        if (puts.some(({ item }) => item.sk.startsWith("job#"))) second = await create();
        return world.subscriptions.put(puts);
      },
    });
    expect(await create(slow)).toMatchObject({ state: "running" });
    expect(second).toEqual({ refusal: { free: 0 } });
  });

  it("get no negative remainder if the quota was lowered", async () => {
    await started();
    const smaller = await store.create(wantedReplay(world, 1), 10, freshDraw(world));
    expect(smaller).toEqual({ refusal: { free: 0 } });
  });

  it("are one continuing replay if they have the same request", async () => {
    const draw = freshDraw(world);
    const same = () => ({ ...draw, bytes: (length: number) => new Uint8Array(length) });
    const job = await started(same());
    await store.advance(await claimed(job), chunkOf(false), world.clock.now());
    await create(store, same(), 0);
    expect(await found(job)).toMatchObject({ chunk: 1, scanned: 5 });
  });
});

describe("a chunk", () => {
  it("isn't claimed again once another worker has done it", async () => {
    const job = await started();
    const late = storeOver({
      get: async (key) => {
        const item = await world.subscriptions.get(key);
        // The one that took it says that it may go on at once.
        await store.advance(await claimed(job), chunkOf(false), world.clock.now());
        return item;
      },
    });
    expect(await late.claim("prt_1", job.id)).toBeUndefined();
  });

  it.each([true, false])("is settled by one worker, though it is the last one (%s) for both", async (done) => {
    const job = await claimed(await started());
    expect(await store.advance(job, chunkOf(done), world.clock.now())).toBe(true);
    expect(await store.advance(job, chunkOf(done), world.clock.now())).toBe(false);
    expect(await found(job)).toMatchObject({ chunk: 1, sent: 5 });
  });

  it("doesn't complete a replay late, after another worker has done it", async () => {
    const job = await claimed(await started());
    await store.advance(job, chunkOf(false), world.clock.now());
    expect(await store.advance(job, chunkOf(true), world.clock.now())).toBe(false);
    expect(await found(job)).toMatchObject({ state: "running", chunk: 1 });
  });

  it("doesn't complete a replay that was cancelled during its last chunk", async () => {
    const job = await claimed(await started());
    await store.change(job, "running", "cancelled");
    await store.advance(job, chunkOf(true), world.clock.now());
    expect(await found(job)).toMatchObject({ state: "cancelled", sent: 5 });
  });

  it("doesn't pause a replay that was cancelled during an empty chunk", async () => {
    const job = await claimed(await started());
    await store.change(job, "running", "cancelled");
    await store.giveUp(job, "paused");
    expect(await found(job)).toMatchObject({ state: "cancelled" });
  });
});

describe("a paused replay of a removed subscription", () => {
  it("doesn't count for the one that follows it", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => create(store, freshDraw(world), 1)));
    const jobs = all.filter((one): one is ReplayJob => !("refusal" in one));
    for (const job of jobs) await store.change(job, "running", "paused");
    world.clock.advance(600_000);
    expect(await create(store, freshDraw(world), 1)).toMatchObject({ state: "running" });
  });
});
