import { describe, expect, it } from "vitest";
import { EndpointLimits } from "../../../../shared/delivery/endpoint/endpoint-limits.ts";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { defaultTimings as timings } from "../../../../shared/kernel/timings.ts";
import { around, before } from "../../../support/around.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";

function ground() {
  const clock = new FakeClock();
  const table = new MemoryTable("subscriptions");
  const worker = () => new EndpointLimits({ ...testContext({ clock, timings }), table });
  const [one, other] = [worker(), worker()];
  const granted = async (limits: EndpointLimits, settings: object, count: number) => {
    const asked = { partner: "prt_1", id: "sub_1", ...settings };
    const answers = await Promise.all(Array.from({ length: count }, () => limits.acquire(asked)));
    return answers.filter(({ outcome }) => outcome === "ok");
  };
  return { clock, table, one, other, granted };
}

describe("an endpoint's limits", () => {
  it("cost nothing if none are set", async () => {
    const { table, one, granted } = ground();
    expect(await granted(one, {}, 100)).toHaveLength(100);
    expect(table.items).toEqual([]);
  });

  it("allow the configured rate across all workers, and save none up", async () => {
    const { clock, one, other, granted } = ground();
    const rate = { ratePerSecond: 10 };
    expect(await granted(one, rate, 30)).toHaveLength(10);
    expect(await granted(other, rate, 30)).toEqual([]);
    clock.advance(500);
    expect(await granted(other, rate, 30)).toHaveLength(5);
    clock.advance(60_000);
    expect(await granted(one, rate, 30)).toHaveLength(10);
  });

  it("allow one at a time below one a second", async () => {
    const { clock, one, granted } = ground();
    let begun = 0;
    for (let second = 0; second < 60; second += 1) {
      begun += (await granted(one, { ratePerSecond: 0.2 }, 3)).length;
      clock.advance(1_000);
    }
    expect(begun).toBe(12);
  });

  it("store no places if only the rate is limited, because a minute of them would exceed an item", async () => {
    const { clock, table, one, granted } = ground();
    for (let second = 0; second < 50; second += 1) {
      expect(await granted(one, { ratePerSecond: 1_000 }, 1_000)).toHaveLength(1_000);
      clock.advance(1_000);
    }
    expect(JSON.stringify(table.items).length).toBeLessThan(1_000);
  });

  it("allow at most the configured number in flight across all workers", async () => {
    const { clock, one, other, granted } = ground();
    const settings = { maxConcurrency: 4 };
    const [first] = await granted(one, settings, 3);
    expect(await granted(other, settings, 3)).toHaveLength(1);
    expect(await granted(one, settings, 1)).toEqual([]);
    await one.giveBack({ partner: "prt_1", id: "sub_1", ...settings }, (first as { slot: number }).slot);
    expect(await granted(other, settings, 2)).toHaveLength(1);
    // A worker that died returns nothing.
    clock.advance(timings.claimRetention);
    expect(await granted(other, settings, 9)).toHaveLength(4);
  });

  it("allow no more when two workers ask at once", async () => {
    const { one, other, granted } = ground();
    const settings = { maxConcurrency: 4 };
    await granted(one, settings, 1);
    const both = await Promise.all([granted(one, settings, 3), granted(other, settings, 3)]);
    expect(both.flat()).toHaveLength(3);
  });

  it("free no slot of another attempt when an expired one is returned, and no rate", async () => {
    const { clock, one, granted } = ground();
    const settings = { maxConcurrency: 3, ratePerSecond: 4 };
    const [expired] = await granted(one, settings, 1);
    clock.advance(timings.claimRetention);
    const [slot] = await granted(one, settings, 3);
    const giveBack = (given: unknown) =>
      one.giveBack({ partner: "prt_1", id: "sub_1", ...settings }, (given as { slot: number }).slot);
    await giveBack(expired);
    expect(await granted(one, settings, 3)).toEqual([]);
    await giveBack(slot);
    expect(await granted(one, settings, 3)).toHaveLength(1);
    await giveBack(slot);
    expect(await granted(one, settings, 3), "the rate is used up").toEqual([]);
  });

  it("grant nothing after being lowered below what is in flight, and no refusal raises the rate", async () => {
    const { one, granted } = ground();
    expect(await granted(one, { ratePerSecond: 6, maxConcurrency: 5 }, 5)).toHaveLength(5);
    expect(await granted(one, { ratePerSecond: 6, maxConcurrency: 1 }, 3)).toEqual([]);
    expect(await granted(one, { ratePerSecond: 6, maxConcurrency: 50 }, 3)).toHaveLength(1);
  });

  it("lose nothing if the clock is set back", async () => {
    const { clock, one, granted } = ground();
    expect(await granted(one, { ratePerSecond: 10 }, 4)).toHaveLength(4);
    clock.advance(-60_000);
    expect(await granted(one, { ratePerSecond: 10 }, 30)).toHaveLength(6);
  });

  it("say when to retry", async () => {
    const { clock, one } = ground();
    const settings = { partner: "prt_1", id: "sub_1", ratePerSecond: 0.1 };
    await one.acquire(settings);
    expect(await one.acquire(settings)).toEqual({ outcome: "waiting", at: clock.now() + 10_000 });
  });

  it("mean later, not a failure, if other workers always change the item first", async () => {
    const { clock, table, one } = ground();
    const settings = { partner: "prt_1", id: "sub_1", ratePerSecond: 10, maxConcurrency: 2 };
    table.put = async (writes) => writes.map(() => "conflict" as const);
    const answers = await Promise.all(Array.from({ length: 5 }, () => one.acquire(settings)));
    const waits = answers.map((answer) => (answer.outcome === "waiting" ? answer.at - clock.now() : 0));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(timings.drainStep);
    expect(Math.max(...waits)).toBeLessThanOrEqual(2 * timings.drainStep);
    expect(new Set(waits).size, "those that lost together come back apart").toBe(5);
    await expect(one.giveBack(settings, 1)).rejects.toThrow("the limits of sub_1");
  });

  it("still fail if the table is unavailable", async () => {
    const { table, one } = ground();
    table.put = async () => Promise.reject(new EngineUnavailableError("throttled"));
    await expect(one.acquire({ partner: "prt_1", id: "sub_1", ratePerSecond: 1 })).rejects.toThrow("throttled");
  });

  it("say later if the partner's share refuses and the endpoint's room can't be returned", async () => {
    const { table, one } = ground();
    const own = { partner: "prt_1", id: "sub_1", maxConcurrency: 2 };
    const share = { partner: "prt_1", id: "prt_1", ratePerSecond: 1 };
    await one.acquire(share);
    let writes = 0;
    around(
      table,
      "put",
      (put) => async (items) => ((writes += 1) > 2 ? items.map(() => "conflict" as const) : put(items)),
    );
    expect(await one.acquireBoth(own, share)).toMatchObject({ outcome: "waiting" });
    expect(writes).toBeGreaterThan(3);
  });

  it("spend nothing if the partner's share can't be read", async () => {
    const { table, one } = ground();
    const own = { partner: "prt_1", id: "sub_1", ratePerSecond: 3, maxConcurrency: 2 };
    const share = { partner: "prt_1", id: "prt_1", ratePerSecond: 1 };
    before(table, "get", ({ sk }) => {
      if (sk === "limits#prt_1") throw new EngineUnavailableError("throttled");
    });
    await expect(one.acquireBoth(own, share)).rejects.toThrow("throttled");
    expect(table.items).toMatchObject([{ sk: "limits#sub_1", tokens: 3, leases: [] }]);
  });
});
