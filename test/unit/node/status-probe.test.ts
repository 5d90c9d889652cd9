import { Registry } from "prom-client";
import { expect, test, vi } from "vitest";
import { createContainer } from "../../../functions/runtime/container.ts";
import { createApiServices } from "../../../functions/runtime/services/api.ts";
import { type StatusGauge, statusMetrics } from "../../../infra/node/api/status-metrics.ts";
import { statusProbe } from "../../../infra/node/api/status-probe.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { ownerFeed } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { noRedrive } from "../../support/no-redrive.ts";
import { openTestEngine } from "../../support/node-engine.ts";

test("deliveries are counted by state, and messages to people aren't deliveries", async () => {
  const { engine, remove } = openTestEngine(new FakeClock(1_000));
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
  remove();
});

test("the messages of queues are counted once in ten seconds, however many ask", async () => {
  const clock = new FakeClock(1_000);
  const { engine, remove } = openTestEngine(clock);
  const counted = vi.spyOn(engine.queue("deliver"), "depth");
  const { queueDepths } = statusProbe(engine);
  expect(await Promise.all([queueDepths(), queueDepths()])).toMatchObject([{ deliver: { ready: 0 } }, {}]);
  await engine.queue("deliver").send([{ body: "{}" }]);
  clock.advance(9_999);
  expect((await queueDepths())?.deliver).toMatchObject({ ready: 0 });
  expect(counted).toHaveBeenCalledTimes(1);
  clock.advance(1);
  expect((await queueDepths())?.deliver).toMatchObject({ ready: 1 });
  remove();
});

test("owners are counted by instance, and those that were read", async () => {
  const { engine, remove } = openTestEngine(new FakeClock(1_000));
  const feeds = new FeedStore(engine.table("feeds"));
  const owners = ["a", "b"].map((id) => ownerFeed("acme", { type: "Company", id }));
  await feeds.putIfAbsent([...owners, ownerFeed("globex", { type: "Company", id: "a" })]);
  await feeds.saveCheckpoint(owners[0]!, { drained: true });
  expect(await statusProbe(engine).ownersMet?.("acme")).toEqual({ met: 1, known: 2 });
  remove();
});

test("ages are measured when Prometheus asks, and aren't below 0 where the clock was set back", async () => {
  const clock = new FakeClock(1_000_000);
  const { engine, remove } = openTestEngine(clock);
  const since = clock.now();
  const probe = { ...statusProbe(engine), backups: async () => ({ since }) };
  const services = createContainer(engine).get((container) =>
    createApiServices(container, { probe, redrive: noRedrive }),
  );
  const registry = new Registry();
  const measure = statusMetrics(registry, services, engine, "/nowhere");
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
  remove();
});
