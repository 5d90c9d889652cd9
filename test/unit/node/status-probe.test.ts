import { Registry } from "prom-client";
import { beforeEach, expect, test, vi } from "vitest";
import { createContainer } from "../../../functions/runtime/container.ts";
import { createApiServices } from "../../../functions/runtime/services/api.ts";
import { type StatusGauge, statusMetrics } from "../../../infra/node/api/status-metrics.ts";
import { reused, statusProbe } from "../../../infra/node/api/status-probe.ts";
import type { NodeEngine } from "../../../infra/node/node-engine.ts";
import type { StatusProbe } from "../../../shared/api/status/status-probe.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { ownerFeed } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { countedTurns } from "../../support/counted-turns.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { noRedrive } from "../../support/no-redrive.ts";
import { engineOfTest } from "../../support/node-engine.ts";

let clock: FakeClock;
let engine: NodeEngine;
beforeEach(() => {
  clock = new FakeClock(1_000_000);
  ({ engine } = engineOfTest(clock));
});

/** What Prometheus gets, measured by the second function. */
function registryOf(probe: StatusProbe) {
  const services = createContainer(engine).get((container) =>
    createApiServices(container, { probe, redrive: noRedrive }),
  );
  const registry = new Registry();
  return { services, registry, measure: statusMetrics(registry, services, engine, "/nowhere") };
}

test("deliveries are counted by state, and alerts aren't deliveries", async () => {
  const row = (pk: string, state?: string) => ({ item: { pk, sk: "1", ...(state !== undefined && { state }) } });
  await engine
    .table("deliveries")
    .put([
      row("sub_1#20261121#0", "held"),
      row("sub_2#20261121#4", "held"),
      row("sub_1#backlog#0"),
      row("alerts#prt_1", "sent"),
      row("alerts#prt_2", "failed"),
    ]);
  expect(await statusProbe(engine).deliveriesByState()).toEqual({ held: 2 });
});

test("queues' messages are counted once in ten seconds, however many callers ask", async () => {
  const counted = vi.spyOn(engine.queue("deliver"), "depth");
  const probe = statusProbe(engine);
  expect(await Promise.all([probe.queueDepths(), probe.queueDepths()])).toMatchObject([{ deliver: { ready: 0 } }, {}]);
  await engine.queue("deliver").send([{ body: "{}" }]);
  clock.advance(9_999);
  expect((await probe.queueDepths())?.deliver).toMatchObject({ ready: 0 });
  expect(counted).toHaveBeenCalledTimes(1);
  clock.advance(1);
  expect((await probe.queueDepths())?.deliver).toMatchObject({ ready: 1 });
});

test("Prometheus gets the counts of queues that others got", async () => {
  const counted = vi.spyOn(engine.queue("deliver"), "depth");
  const probe = statusProbe(engine);
  await engine.queue("deliver").send([{ body: "{}" }]);
  await probe.queueDepths();
  const { registry, services, measure } = registryOf(probe);
  await measure();
  expect(await registry.metrics()).toContain('feedhook_queue_messages{queue="deliver",state="ready"} 1\n');
  expect(await registry.metrics()).toContain(`feedhook_build_info{version="${services.version}"} 1\n`);
  expect(counted).toHaveBeenCalledTimes(1);
});

test("a large table is counted in slices, once for concurrent callers, and other work runs between them", async () => {
  const deliveries = engine.table("deliveries");
  const rows = Array.from({ length: 3_000 }, (_, at) => ({
    item: { pk: `sub_${at % 7}`, sk: String(at).padStart(5, "0"), state: at % 3 === 0 ? "held" : "delivered" },
  }));
  await deliveries.put(rows);
  await deliveries.put([{ item: { pk: "sub_1", sk: "expired", state: "held", expiresAt: 1 } }]);
  await deliveries.put([{ item: { pk: "sub`", sk: "other", state: "held" } }]);
  const probe = statusProbe(engine);
  let counts: unknown[] = [];
  const turns = await countedTurns(async () => {
    counts = await Promise.all([probe.deliveriesByState(), probe.deliveriesByState()]);
  });
  expect(counts[0]).toEqual({ held: 1_000, delivered: 2_000 });
  expect(counts[1]).toBe(counts[0]);
  expect(turns).toBeGreaterThanOrEqual(20);
});

test("a count is reused for 50 times as long as it took, from 10 seconds to 15 minutes, and a failed one isn't", async () => {
  let [counts, took, isClosed] = [0, 0, true];
  const count = reused(clock, async () => {
    clock.advance(took);
    counts += 1;
    if (isClosed) throw new Error("closed");
    return counts;
  });
  await expect(count()).rejects.toThrow("closed");
  isClosed = false;
  for (const [ms, reuse] of [
    [10, 10_000],
    [2_000, 100_000],
    [3_600_000, 900_000],
  ] as const) {
    took = ms;
    const fresh = await count();
    clock.advance(reuse - 1);
    expect(await count()).toBe(fresh);
    clock.advance(1);
  }
  took = 0;
  expect(await count()).toBe(5);
  // A clock that is set back doesn't make it last longer.
  clock.advance(-3_600_000);
  expect(await count()).toBe(6);
});

test("owners are counted by instance, in total and read", async () => {
  const feeds = new FeedStore(engine.table("feeds"));
  const owners = ["a", "b"].map((id) => ownerFeed("acme", { type: "Company", id }));
  await feeds.putIfAbsent([...owners, ownerFeed("globex", { type: "Company", id: "a" })]);
  await feeds.save(owners[0]!, { drained: true });
  expect(await statusProbe(engine).ownersMet?.("acme")).toEqual({ met: 1, known: 2 });
});

test("ages are measured when Prometheus asks, and aren't below 0 if the clock was set back", async () => {
  const since = clock.now();
  const probe = { ...statusProbe(engine), backups: async () => ({ since }) };
  const { registry, measure } = registryOf(probe);
  const ages = async () => {
    await measure();
    const valueOf = async (name: StatusGauge) => (await registry.getSingleMetric(name)?.get())?.values;
    const [backup] = (await valueOf("feedhook_backup_age_seconds")) ?? [];
    const queues = (await valueOf("feedhook_queue_oldest_seconds")) ?? [];
    return [backup?.value, queues.find(({ labels }) => labels["queue"] === "deliver")?.value];
  };
  await engine.queue("deliver").send([{ body: "{}" }]);
  clock.advance(7_000);
  expect(await ages()).toEqual([7, 7]);
  clock.advance(-60_000);
  expect(await ages()).toEqual([0, 0]);
});
