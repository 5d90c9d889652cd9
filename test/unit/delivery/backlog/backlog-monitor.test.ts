import { expect, test, vi } from "vitest";
import type { BacklogRow } from "../../../../shared/delivery/backlog/backlog.ts";
import { BacklogMonitor, countEndpoints } from "../../../../shared/delivery/backlog/backlog-monitor.ts";
import { disabledCircuit, newCircuit } from "../../../../shared/delivery/endpoint/endpoint-circuit.ts";
import { dueShard } from "../../../../shared/delivery/endpoint/endpoint-item.ts";
import { operatorPartner } from "../../../../shared/partners/partner-key.ts";
import { PartnerRegistry } from "../../../../shared/partners/partner-registry.ts";
import { SubscriptionStore } from "../../../../shared/subscriptions/subscription-store.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { idOf } from "../../fanout/an-event.ts";
import { aSubscription, DeliveryWorld } from "../delivery-world.ts";

const minute = 60_000;

function monitorOf(world: DeliveryWorld, timings = world.timings, endpoints = 0) {
  const recorded: [string, number][] = [];
  const monitor = new BacklogMonitor({
    ...testContext({ clock: world.clock, metrics: { record: (name, value) => recorded.push([name, value]) }, timings }),
    table: world.subscriptions,
    backlog: world.backlog,
    countEndpoints: async () => endpoints,
  });
  const measured = async () => {
    recorded.splice(0);
    await monitor.measure();
    return Object.fromEntries(recorded);
  };
  return { monitor, recorded, measured };
}

/** An endpoint in a state, with a delivery of the n-th event parked. */
async function put(
  world: DeliveryWorld,
  n: number,
  state: "healthy" | "open" | "paused",
  at = world.clock.now(),
  partner = "prt_1",
) {
  const endpoint = { partner, subscription: `sub_${n}` };
  await world.circuits.change(endpoint, () => ({ ...newCircuit, state, since: at }));
  const message = { ...world.message(n), subscription: endpoint.subscription, event: idOf(n, at) };
  await world.backlog.add(message, { due: at, held: true });
  return endpoint;
}

test("the metrics are 0 if nothing is unhealthy or waiting, or their alarms would never end", async () => {
  expect(await monitorOf(new DeliveryWorld()).measured()).toEqual({
    "endpoints.open": 0,
    "endpoints.open_percent": 0,
    "endpoints.paused": 0,
    "backlog.age_seconds": 0,
  });
});

test("open and paused endpoints are counted across pages and shards, with the age of the oldest delivery they hold", async () => {
  const world = new DeliveryWorld();
  const began = world.clock.now();
  for (let n = 1; n <= 7; n += 1) await put(world, n, "open", began + n * minute);
  for (let n = 8; n <= 10; n += 1) await put(world, n, "paused", began + n * minute);
  world.clock.advance(60 * minute);
  expect(await monitorOf(world).measured()).toEqual({
    "endpoints.open": 7,
    "endpoints.open_percent": 0,
    "endpoints.paused": 3,
    "backlog.age_seconds": 59 * 60,
  });
});

test("the share of open endpoints is measured from ten open ones on, because fewer don't show an egress fault", async () => {
  const world = new DeliveryWorld();
  for (let n = 1; n <= 9; n += 1) await put(world, n, "open", world.clock.now(), `prt_${n}`);
  const percent = async (endpoints: number) =>
    (await monitorOf(world, world.timings, endpoints).measured())["endpoints.open_percent"];
  expect(await percent(9)).toBe(0);
  await put(world, 10, "open", world.clock.now(), "prt_10");
  expect([await percent(40), await percent(1_000)]).toEqual([25, 1]);
  // Subscriptions may be removed between the two counts.
  expect(await percent(8)).toBe(100);
});

test("two partners can't raise the share, however many of their endpoints are open; three can, and the operator alone", async () => {
  const world = new DeliveryWorld();
  const now = world.clock.now();
  for (let n = 1; n <= 200; n += 1) await put(world, n, "open", now, `prt_${n % 2}`);
  const measured = () => monitorOf(world, world.timings, 12).measured();
  expect(await measured()).toMatchObject({ "endpoints.open": 200, "endpoints.open_percent": 0 });
  for (let n = 201; n <= 204; n += 1) await put(world, n, "open", now, "prt_3");
  expect((await measured())["endpoints.open_percent"]).toBe(100);

  const own = new DeliveryWorld();
  for (let n = 1; n <= 10; n += 1) await put(own, n, "open", now, operatorPartner);
  expect((await monitorOf(own, own.timings, 20).measured())["endpoints.open_percent"]).toBe(50);
});

test.each(["open", "paused"] as const)("the longest %s endpoint is read even if there are many", async (state) => {
  const world = new DeliveryWorld();
  const now = world.clock.now();
  for (let n = 1; n <= 40; n += 1) await put(world, n, state, now);
  const last = Array.from({ length: 40 }, (_, n) => n + 1).find(
    (n) => dueShard({ partner: "prt_1", subscription: `sub_${n}` }) === "due#3",
  );
  await put(world, last!, state, now - minute);
  const rows = vi.spyOn(world.backlog, "rows");
  expect((await monitorOf(world).measured())["backlog.age_seconds"]).toBe(60);
  expect(rows).toHaveBeenCalledTimes(20);
});

test("the oldest of an endpoint's first twenty rows counts, because those of records aren't ordered by age", async () => {
  const world = new DeliveryWorld();
  const now = world.clock.now();
  await put(world, 1, "open", now);
  let read = 0;
  async function* aged(): AsyncGenerator<BacklogRow> {
    for (let n = 1; ; n += 1) {
      read += 1;
      yield { ...world.message(n), event: idOf(n, now - (n === 20 ? 2 : 1) * minute), due: now };
    }
  }
  vi.spyOn(world.backlog, "rows").mockImplementation(aged);
  expect((await monitorOf(world).measured())["backlog.age_seconds"]).toBe(120);
  expect(read).toBe(20);
});

test("the age of a healthy endpoint's backlog counts only once its drain is overdue", async () => {
  const world = new DeliveryWorld();
  await put(world, 1, "healthy");
  const { measured } = monitorOf(world);
  world.clock.advance(4 * minute);
  expect((await measured())["backlog.age_seconds"]).toBe(0);
  world.clock.advance(2 * minute);
  expect((await measured())["backlog.age_seconds"]).toBe(6 * 60);
});

test("an endpoint that its owner disabled doesn't count as unhealthy", async () => {
  const world = new DeliveryWorld();
  const endpoint = await put(world, 1, "open");
  await world.circuits.change(endpoint, (circuit) => disabledCircuit(circuit, world.clock.now()));
  world.clock.advance(60 * minute);
  expect(await monitorOf(world).measured()).toMatchObject({ "endpoints.open": 0, "backlog.age_seconds": 0 });
});

test("the monitor measures in one sweep every five minutes, though sweeps run every fifteen seconds", async () => {
  const world = new DeliveryWorld();
  const { monitor, recorded } = monitorOf(world);
  for (let sweep = 0; sweep < 40; sweep += 1) {
    await monitor.sweep();
    world.clock.advance(15_000);
  }
  expect(recorded.filter(([name]) => name === "endpoints.open")).toHaveLength(2);
});

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

test("the endpoints of all partners are counted, at most four of each, without pull queues and disabled subscriptions", async () => {
  const pull = (id: string) => aSubscription({ id, kind: "pull", url: undefined });
  const queue = { kind: "sqs", target: "https://sqs.eu-north-1.amazonaws.com/1/q", externalId: "x" } as const;
  const active = (id: string) => aSubscription({ id });
  const toQueue = aSubscription({ id: "s4", url: undefined, destination: queue });
  const subscriptions = new Map([
    [operatorPartner, ["o1", "o2", "o3", "o4", "o5"].map(active)],
    ["prt_1", [active("s1"), aSubscription({ id: "s2", status: "disabled" }), pull("s3"), toQueue]],
    ["prt_3", ["s5", "s6", "s7", "s8", "s9"].map(active)],
  ]);
  const partners = new PartnerRegistry(new MemoryTable("subscriptions", { pageSize: 2 }));
  const quotas = { subscriptions: 10, replayPerSecond: 10 };
  for (const id of ["prt_1", "prt_2", "prt_3"]) await partners.create(id, { name: id, instances: [], quotas }, 1);
  const store = faked(SubscriptionStore, { all: (partner) => each(subscriptions.get(partner) ?? []) });
  expect(await countEndpoints(partners, store)).toBe(5 + 2 + 4);
});
