import { describe, expect, it } from "vitest";
import { EndpointReports } from "../../../../shared/delivery/backlog/endpoint-report.ts";
import { AttemptStatistics } from "../../../../shared/delivery/statistics/attempt-statistics.ts";
import { faked } from "../../../support/faked.ts";
import { testContext } from "../../../support/test-context.ts";
import { answering } from "../answering.ts";
import { answered, aSubscription, type DeliveryWorld, endpoint, subscribed } from "../delivery-world.ts";

function reported(w: DeliveryWorld, subscription = aSubscription()) {
  const { circuits, backlog, clock, deliveries } = w;
  const statistics = faked(AttemptStatistics, { of: async () => [{}] });
  return new EndpointReports({ ...testContext({ clock }), circuits, statistics, backlog, deliveries }).of(subscription);
}

describe("an endpoint's waiting deliveries", () => {
  it("include those that wait in the queue for a retry", async () => {
    const w = answering(500);
    for (const event of [1, 2, 3]) await w.run(w.message(event));
    expect(w.queued()).toHaveLength(3);
    expect(w.backlogRows()).toEqual([]);
    expect((await reported(w)).backlog).toEqual({ held: 0, waiting: 3, more: false });
  });

  it("count once if they also have a row in the backlog", async () => {
    const w = answering(answered(503, { retryAfter: "3600" }));
    await w.run(w.message(1));
    w.answer = () => answered(500);
    await w.run(w.message(2));
    expect([w.backlogRows().length, w.queued().length]).toEqual([1, 1]);
    expect((await reported(w)).backlog).toEqual({ held: 0, waiting: 2, more: false });
  });

  it("exclude those that arrived, and no row is read once the last failure is older than a queued retry can be", async () => {
    const w = subscribed();
    await w.run(w.message(1));
    w.answer = () => answered(500);
    await w.run(w.message(2));
    expect((await reported(w)).backlog.waiting).toBe(1);
    w.clock.advance(3_600_000);
    expect((await reported(w)).backlog.waiting).toBe(0);
  });

  it("include those whose address was refused, and those that failed on the day before", async () => {
    const w = subscribed();
    w.clock.advance(86_400_000 - (w.clock.now() % 86_400_000) - 10_000);
    w.answer = () => answered(500);
    await w.run({ ...w.message(1), attempt: 2 });
    w.answer = () => ({ outcome: "failed", class: "blocked", ms: 1, timing: {} });
    await w.run({ ...w.message(2), attempt: 2 });
    expect(w.rows().map(({ state }) => state)).toEqual(expect.arrayContaining(["waiting", "blocked"]));
    expect((await reported(w)).backlog.waiting).toBe(2);
    w.clock.advance(20_000);
    expect((await reported(w)).backlog.waiting).toBe(2);
  });

  it("include those of an ordered subscription", async () => {
    const w = subscribed({ ordered: true });
    await w.run(w.message(1), w.message(2));
    expect((await reported(w, aSubscription({ ordered: true }))).backlog.waiting).toBe(2);
  });

  it("are counted up to a thousand", async () => {
    const w = subscribed({}, { pageSize: 1_000 });
    const add = (n: number) => w.backlog.add(w.message(n), { due: 1, ...(n % 2 === 1 && { held: true as const }) });
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => add(n)));
    expect((await reported(w)).backlog).toEqual({ held: 500, waiting: 500, more: false });
    await add(1_000);
    expect((await reported(w)).backlog).toMatchObject({ more: true });
  });

  it("are a lower bound if more deliveries are newer than the report reads", async () => {
    const w = answering(500, {}, { pageSize: 100 });
    await w.run(w.message(1));
    w.answer = () => answered(200);
    for (let event = 2; event <= 250; event += 1) await w.run(w.message(event));
    expect((await reported(w)).backlog.more).toBe(true);
  });
});

it("a disabled subscription's endpoint is disabled, and since when, even if its circuit is still open", async () => {
  const w = subscribed();
  const since = w.clock.now();
  await w.circuits.change(endpoint, (circuit) => ({ ...circuit, state: "open", since, probeAt: since + 30_000 }));
  expect(await reported(w)).toMatchObject({ state: "open", since, nextProbeAt: since + 30_000 });
  const disabled = await reported(w, aSubscription({ status: "disabled", disabledAt: since + 1_000 }));
  expect(disabled).toMatchObject({ state: "disabled", since: since + 1_000 });
  expect(disabled).not.toHaveProperty("nextProbeAt");
});

it("an endpoint's lane and recent failures are those of its circuit", async () => {
  const w = subscribed();
  const at = w.clock.now();
  const recent = [true, false, false].map((ok) => ({ at, ok }));
  await w.circuits.change(endpoint, (circuit) => ({ ...circuit, recent, slowUntil: at + 1 }));
  expect(await reported(w)).toMatchObject({ lane: "slow", recentFailures: 2 });
  w.clock.advance(1);
  expect(await reported(w)).toMatchObject({ lane: "fast" });
});
