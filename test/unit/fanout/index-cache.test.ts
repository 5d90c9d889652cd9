import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IndexCache } from "../../../shared/fanout/index-cache.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import type { ProjectedSubscription } from "../../../shared/subscriptions/subscription.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { faked } from "../../support/faked.ts";
import { testContext } from "../../support/test-context.ts";
import { FanoutWorld } from "./fanout-world.ts";

/** More changes than an index has above it. */
const subscribeMany = (world: FanoutWorld, name: string) => {
  for (let n = 0; n < 17; n += 1) world.subscribe({ id: `${name}_${n}`, eventTypes: ["person.*"] });
};

/** A world with many subscriptions, and a process that has built their index. `run` fans out the n-th event. */
async function indexed(count: number, fields: object = {}) {
  const world = new FanoutWorld();
  for (let n = 0; n < count; n += 1) world.subscribe({ id: `sub_${n}`, ...fields });
  const fanOut = world.fanOut();
  const run = (n: number) => fanOut.run([world.event(n)]);
  await run(1);
  return { world, run };
}

describe("the compiled index", () => {
  it("is kept while the version stays, and rebuilt when it rises", async () => {
    const world = new FanoutWorld({ id: "sub_1" });
    const fanOut = world.fanOut();
    await fanOut.run([world.event(1)]);
    await fanOut.run([world.event(2)]);
    expect(world.builds).toBe(1);
    world.subscribe({ id: "sub_2" });
    await fanOut.run([world.event(3)]);
    expect(world.builds).toBe(2);
    expect(world.sent()).toHaveLength(4);
  });

  it("of a large instance has each change immediately, and no event waits for another partner's changes", async () => {
    const { world, run } = await indexed(2_000, { eventTypes: ["project.*"] });
    for (let n = 0; n < 10; n += 1) {
      world.subscribe({ id: `new_${n}`, eventTypes: ["person.*"] });
      await Promise.all([run(2 * n + 2), run(2 * n + 3)]);
      expect(new Set(world.sent().map((one) => one.split(" ")[0]))).toHaveLength(n + 1);
    }
    expect(world.builds).toBe(11);
    // After the first build, only what changed is read.
    expect(world.subscriptionsRead).toBe(2_010);
    expect(world.clock.slept).toEqual([]);
  });

  it("of a large instance with many changes is rebuilt once a second, for all changes of that second", async () => {
    const { world, run } = await indexed(2_000, { eventTypes: ["project.*"] });
    for (let n = 0; n < 10; n += 1) {
      subscribeMany(world, `new_${n}`);
      await run(n + 2);
      expect(world.sent()).toHaveLength(17 * (n + 1));
    }
    expect(world.clock.slept).toEqual(Array.from({ length: 10 }, () => 1_000));
  });

  it.each([
    [0, [20]],
    [5, [15]],
    [20, []],
    [-3_600_000, []],
  ])("of a small instance, built %i ms ago, waits for the rest of a ms per subscription", async (ms, slept) => {
    const { world, run } = await indexed(20);
    world.clock.advance(ms);
    subscribeMany(world, "new");
    await run(2);
    expect(world.clock.slept).toEqual(slept);
    expect(world.sent()).toHaveLength(57);
  });

  it("is built once for all concurrent requests", async () => {
    const world = new FanoutWorld({ id: "sub_1" });
    const fanOut = world.fanOut();
    await Promise.all([1, 2, 3].map((n) => fanOut.run([world.event(n)])));
    expect(world.builds).toBe(1);
    expect(world.sent()).toHaveLength(3);
  });

  it("with long filters is rebuilt less often, because reading and indexing them takes longer", async () => {
    const filter = { data: { name: Array.from({ length: 500 }, (_, n) => 1_000_000 + n) } };
    const { world, run } = await indexed(100, { filter });
    subscribeMany(world, "new");
    await run(2);
    const [slept = 0] = world.clock.slept;
    expect(slept).toBeGreaterThan(190);
    expect(slept).toBeLessThan(220);
  });

  it("is rebuilt after 60 s although the version stays", async () => {
    const { world, run } = await indexed(0);
    world.clock.advance(59_999);
    await run(2);
    expect(world.builds).toBe(1);
    world.clock.advance(1);
    await run(3);
    expect(world.builds).toBe(2);
  });

  it("reads version and subscriptions once for a batch of one instance", async () => {
    const world = new FanoutWorld({ id: "sub_1" });
    await world.fanOut().run([world.event(1), world.event(2), world.event(3)]);
    expect(world.builds).toBe(1);
  });

  it("names the subscriptions with a broken filter", async () => {
    const world = new FanoutWorld({ id: "sub_1", filter: { type: "x" } });
    await world.fanOut().run([world.event(1)]);
    expect(world.logger.lines).toMatchObject([
      { event: "fanout.filter_broken", fields: { instance: "acme", subscriptions: "sub_1" } },
    ]);
  });

  it("holds every subscription created before the request, however reads and writes interleave", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 4 }), async (scheduler, writers) => {
        const clock = new FakeClock();
        const stored: ProjectedSubscription[] = [];
        const raised: string[] = [];
        let version = 0;
        const projection = faked(SubscriptionProjection, {
          versionOf: scheduler.scheduleFunction(async () => version),
          changesSince: scheduler.scheduleFunction(async (_: string, known: number) => ({
            version,
            ids: raised.slice(known),
          })),
          subscriptionsOf: scheduler.scheduleFunction(async () => [...stored]),
          copiesOf: scheduler.scheduleFunction(async (_: string, ids: readonly string[]) =>
            stored.filter(({ id }) => ids.includes(id)),
          ),
        });
        const timings = { ...defaultTimings, registryCache: 60_000 };
        const cache = new IndexCache({ ...testContext({ clock, timings }), projection });
        const write = scheduler.scheduleFunction(async (id: string) => {
          stored.push({ id, partner: "prt_1", eventTypes: ["*"], baseline: true, status: "active" });
        });
        const raise = scheduler.scheduleFunction(async (id: string) => {
          version += 1;
          raised.push(id);
        });
        const subscribing = async (id: string) => {
          await scheduler.schedule(Promise.resolve());
          await write(id);
          await raise(id);
          const index = await cache.of("acme");
          expect(index.of("person.created").candidates.map((candidate) => candidate.id)).toContain(id);
        };
        const all = Promise.all([
          cache.of("acme"),
          ...Array.from({ length: writers }, async (_, n) => subscribing(`sub_${n}`)),
        ]);
        await scheduler.waitFor(all);
      }),
      { numRuns: 200 },
    );
  });
});
