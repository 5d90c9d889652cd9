import { expect, test } from "vitest";
import { reportOutage } from "../../../../shared/polling/visits/poll-feeds.ts";
import { PressureGauge } from "../../../../shared/schedule/budget/pressure-gauge.ts";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { fixedFeeds } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { OutageChange } from "../../../../shared/source/source-outages.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const retryAt = now + 15 * 60_000;
const outage = { since: now - 3_600_000, lastAt: now - 60_000, asked: "GET /acme/person", fault: "ECONNREFUSED" };

/** Two timelines that wait after a failure of the source, one that is parked, and a walk between its two questions. */
async function setUp() {
  const table = new MemoryTable("feeds");
  const feeds = new FeedStore(table);
  await feeds.putIfAbsent(fixedFeeds("acme"));
  const [first = "", second = "", parked = "", asking = ""] = fixedFeeds("acme").map(({ feedId }) => feedId);
  const put = (feedId: string, set: { [name: string]: string | number }) =>
    table.update({ key: { pk: feedId, sk: "feed" }, set: { ...set, retryAt } });
  for (const feedId of [first, second])
    await put(feedId, { status: "backing_off", lastError: "unavailable", failures: 8 });
  await put(parked, { status: "parked", lastError: "bad_request", failures: 1 });
  await put(asking, { status: "active" });
  const logger = new SilentLogger();
  const clock = new FakeClock();
  const budget = new PressureGauge(table, clock);
  const reported = (change: OutageChange) =>
    reportOutage(
      { outages: { settle: () => Promise.resolve(change) }, feeds, budget, logger },
      { instance: "acme", feedIds: [first], beganAt: now },
    );
  return { feeds, budget, clock, logger, reported, first, second, parked, asking };
}

test("when the source responds again, only what backed off is read at once", async () => {
  const { feeds, logger, reported, first, second, parked, asking } = await setUp();
  await reported({ outcome: "over", outage });
  const fields = { instance: "acme", since: "2026-03-01T11:00:00.000Z", fault: "ECONNREFUSED" };
  expect(logger.lines).toEqual([{ level: "info", event: "source.answers_again", fields }]);
  for (const waiting of await feeds.loadAll([first, second])) {
    expect(waiting).toMatchObject({ status: "active", failures: 0 });
    expect(waiting.retryAt).toBeUndefined();
    expect(waiting.wheel).toContain("#now#");
  }
  expect(await feeds.load(parked)).toMatchObject({ status: "parked", retryAt });
  expect(await feeds.load(asking)).toMatchObject({ status: "active", retryAt });
});

test("an outage starts with a short break, however long the previous outage's last break was", async () => {
  const { budget, clock, reported } = await setUp();
  const breaks = [];
  for (let time = 0; time < 6; time += 1) {
    const ms = await budget.open("acme");
    breaks.push(ms);
    clock.advance(ms);
  }
  expect(breaks).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000]);
  await reported({ outcome: "over", outage });
  expect(await budget.open("acme")).toBe(5_000);
});

test("during an outage, every feed waits as long as it backed off", async () => {
  const { feeds, logger, reported, first, second } = await setUp();
  await reported({ outcome: "began", outage });
  expect(logger.lines).toMatchObject([
    { level: "warn", event: "source.unreachable", fields: { since: "2026-03-01T11:00:00.000Z", fault: outage.fault } },
  ]);
  expect(logger.lines[0]!.fields["nextTry"]).toBe(new Date(retryAt).toISOString());
  for (const waiting of await feeds.loadAll([first, second])) expect(waiting).toMatchObject({ failures: 8, retryAt });
  await reported({ outcome: "goesOn", outage });
  expect(logger.lines).toHaveLength(1);
});
