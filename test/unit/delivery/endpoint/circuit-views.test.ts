import { expect, test, vi } from "vitest";
import { CircuitStore } from "../../../../shared/delivery/endpoint/circuit-store.ts";
import type { EndpointCircuit } from "../../../../shared/delivery/endpoint/endpoint-circuit.ts";
import { EndpointCircuitBreaker } from "../../../../shared/delivery/endpoint/endpoint-circuit-breaker.ts";
import { EndpointNotices } from "../../../../shared/delivery/endpoint/endpoint-notices.ts";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryQueue } from "../../../support/memory-queue.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { endpoint } from "../delivery-world.ts";

const maxAge = 10_000;

/** A worker that remembers two endpoints, and the circuits that it shares with others. */
function ground() {
  const [clock, table] = [new FakeClock(), new MemoryTable("subscriptions")];
  const context = testContext({ clock });
  const circuits = new CircuitStore({ ...context, table });
  const recovered = vi.fn(async () => undefined);
  const parts = { circuits, notices: faked(EndpointNotices, { recovered }), alerts: new MemoryQueue() };
  const breaker = new EndpointCircuitBreaker({ ...context, ...parts, maxAge, capacity: 2 });
  const change = async (changed: Partial<EndpointCircuit>) =>
    circuits.change(endpoint, (circuit) => ({ ...circuit, ...changed }));
  const outcome = (ok: boolean, at = clock.now()) => breaker.record(endpoint, { at, ok }, failedAt(ok, at));
  return { clock, table, circuits, breaker, recovered, change, outcome };
}

const failedAt = (ok: boolean, at: number) => (ok ? undefined : { event: `evt_${at}`, run: "0", at, ms: 1 });

test.each([
  { known: { state: "healthy", failures: 0 }, age: maxAge },
  { known: { state: "healthy", failures: 1 }, age: 1_000 },
  { known: { state: "open", failures: 5 }, age: 1_000 },
  { known: { state: "disabled", failures: 0 }, age: 1_000 },
] as const)("a circuit known as $known is read again after $age ms", async ({ known, age }) => {
  const { breaker, change, clock } = ground();
  await change(known);
  await breaker.view(endpoint);
  await change({ failures: 7 });
  clock.advance(age - 1);
  expect(await breaker.view(endpoint)).toMatchObject(known);
  clock.advance(1);
  expect(await breaker.view(endpoint)).toMatchObject({ failures: 7 });
});

test("a worker remembers the successes of the endpoints that succeeded last", async () => {
  const { breaker, circuits, clock } = ground();
  const of = (subscription: string) => ({ partner: "prt_1", subscription });
  const at = clock.now();
  for (const name of ["sub_1", "sub_2", "sub_1", "sub_3"]) await breaker.record(of(name), { at, ok: true });
  for (const name of ["sub_1", "sub_2"]) await breaker.record(of(name), { at, ok: false }, failedAt(false, at));
  const recent = async (name: string) => (await circuits.read(of(name))).recent.map(({ ok }) => ok);
  expect(await recent("sub_1")).toEqual([true, true, false]);
  expect(await recent("sub_2")).toEqual([false]);
});

test("a circuit is read again if the clock was set back", async () => {
  const { breaker, change, clock } = ground();
  await breaker.view(endpoint);
  await change({ state: "open" });
  clock.advance(-3_600_000);
  expect(await breaker.view(endpoint)).toMatchObject({ state: "open" });
});

test("a circuit that couldn't be read is read again at once", async () => {
  const { breaker, table } = ground();
  vi.spyOn(table, "get").mockRejectedValueOnce(new EngineUnavailableError("throttled"));
  await expect(breaker.view(endpoint)).rejects.toThrow("throttled");
  expect(await breaker.view(endpoint)).toMatchObject({ state: "healthy" });
});

test("a worker remembers the circuits that it read last", async () => {
  const { breaker, table, clock } = ground();
  const get = vi.spyOn(table, "get");
  const readsFor = async (...names: readonly string[]) => {
    const before = get.mock.calls.length;
    for (const subscription of names) await breaker.view({ partner: "prt_1", subscription });
    return get.mock.calls.length - before;
  };
  expect(await readsFor("sub_1")).toBe(1);
  clock.advance(maxAge - 1);
  expect(await readsFor("sub_2", "sub_1", "sub_2")).toBe(1);
  clock.advance(1);
  // This reads it again, so that it is no longer the oldest.
  expect(await readsFor("sub_1")).toBe(1);
  expect(await readsFor("sub_3", "sub_1", "sub_3")).toBe(1);
  expect(await readsFor("sub_2")).toBe(1);
});

test("outcomes that are recorded together count in their order, and the newest failure is the last one", async () => {
  const { outcome, circuits, clock } = ground();
  const now = clock.now();
  await outcome(false, now);
  await Promise.all([outcome(true, now + 3), outcome(false, now + 2), outcome(false, now + 1)]);
  expect(await circuits.read(endpoint)).toMatchObject({
    failures: 0,
    recent: [0, 1, 2, 3].map((n) => ({ at: now + n })),
  });
  expect((await circuits.find(endpoint)).lastFailure).toMatchObject({ at: now + 2 });
});

test("of several deliveries that are too slow for the fast lane, the first one writes", async () => {
  const { breaker, circuits, clock } = ground();
  const slowUntil = clock.now() + 3_600_000;
  for (const wait of [0, 1_000, 1_000]) {
    clock.advance(wait);
    await breaker.slowDown(endpoint);
    expect(await breaker.view(endpoint)).toMatchObject({ slowUntil });
  }
  expect(await circuits.find(endpoint)).toMatchObject({ circuitRev: 1 });
  clock.advance(1_800_000);
  await breaker.slowDown(endpoint);
  expect((await breaker.view(endpoint)).slowUntil).toBe(clock.now() + 3_600_000);
});

test("an outage whose notice another worker sends just before its end has a notice of its end", async () => {
  const { outcome, circuits, change, recovered, breaker } = ground();
  const { after: open } = await change({ state: "open", failures: 5, since: 1 });
  await breaker.view(endpoint);
  vi.spyOn(circuits, "read").mockImplementationOnce(async () => {
    await change({ notified: "failing" });
    return open;
  });
  await outcome(true);
  expect(recovered.mock.calls).toEqual([[endpoint, { ...open, notified: "failing" }]]);
});
