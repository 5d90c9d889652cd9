import { beforeEach, describe, expect, it } from "vitest";
import { AttemptStatistics } from "../../shared/delivery/statistics/attempt-statistics.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { testContext } from "../support/test-context.ts";
import { engines, tablesOfSuite } from "./table-engines.ts";

const hour = 3_600_000;

describe.each(engines)("attempt statistics on $name", ({ open }) => {
  const clock = new FakeClock(Date.UTC(2026, 10, 21, 0, 5));
  const logger = new SilentLogger();
  const table = tablesOfSuite(open, clock);
  let subscription = "";
  let subscriptions = 0;
  /** What one process has counted. */
  const newProcess = () => new AttemptStatistics({ ...testContext({ clock, logger }), table: table("deliveries") });
  const read = async (id = subscription) => (await newProcess().of([id]))[0];

  beforeEach(() => {
    clock.advance(48 * hour);
    subscriptions += 1;
    subscription = `sub_${subscriptions}`;
  });

  it("has no data for an endpoint without deliveries", async () => {
    expect(await read()).toEqual({});
  });

  it("adds up concurrent counts from several processes", async () => {
    const processes = Array.from({ length: 5 }, newProcess);
    for (const one of processes) {
      for (let n = 0; n < 19; n += 1) one.count(subscription, { at: clock.now(), ok: true, ms: 40 });
      one.count(subscription, { at: clock.now(), ok: false });
    }
    await Promise.all(processes.map((one) => one.flush()));
    const statistics = await read();
    expect(statistics?.lastHour).toMatchObject({ attempts: 100, successRate: 0.95 });
    expect(statistics?.lastDay).toEqual(statistics?.lastHour);
    // All took 40 ms, which is in the bucket of 30 to 50.
    expect(statistics?.lastHour?.p50Ms).toBe(40);
    expect(statistics?.lastHour?.p95Ms).toBe(49);
  });

  it("separates the last hour from the last day across item borders, and drops the day before", async () => {
    const one = newProcess();
    for (let hours = 0; hours < 48; hours += 1) {
      one.count(subscription, { at: clock.now(), ok: hours % 2 === 0, ms: 10 });
      await one.flush();
      clock.advance(hour);
    }
    // The last attempt was made an hour ago.
    expect(await read()).toMatchObject({ lastDay: { attempts: 23 } });
    expect(await read()).not.toHaveProperty("lastHour");
    clock.advance(-600_000);
    expect(await read()).toMatchObject({ lastHour: { attempts: 1, successRate: 0 }, lastDay: { attempts: 24 } });
    clock.advance(26 * hour);
    expect(await read()).toEqual({});
  });
});
